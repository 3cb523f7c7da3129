//! Objects other than Jobs that `kubectl create` sends: a pod is only checked against quotas, and a CronJob only
//! defaulted.

use serde_json::Value;

use super::ApiServer;
use crate::api::{self, JsonError, Pod, StatusError, StatusReason, Time, from_json};

impl ApiServer {
    /// Checks a pod that is created by hand against the quotas of its namespace; it is not stored.
    ///
    /// # Errors
    ///
    /// 403 if a quota is used up.
    pub fn check_pod(&self, body: &Value, now: Time) -> Result<(), StatusError> {
        let bad = |error: JsonError| StatusError::new(StatusReason::BadRequest, error.to_string());
        let pod: Pod = from_json(body).map_err(bad)?;
        self.check_quotas(&pod, now)
    }

    /// A CronJob with its defaults, as it would be stored. It is not stored.
    pub fn stored_cron_job(&self, body: &Value) -> Value {
        api::stored_cron_job(body, self.release())
    }
}
