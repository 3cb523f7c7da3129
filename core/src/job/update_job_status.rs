//! `updateJobStatus` until v1.22: reads the Job again and overwrites its status.

use crate::api::{Job, StatusError};
use crate::client::Process;
use crate::trace::{Decision, Function};

/// `statusUpdateRetries`: how often the write is tried again after an error.
const STATUS_UPDATE_RETRIES: u32 = 3;

impl Process<'_> {
    /// `updateJobStatus`. The status goes onto whatever Job has the name now; because the object was
    /// read just before, a conflict is rare, and a newer status may be overwritten unseen.
    pub(super) fn update_job_status(&mut self, job: &Job) -> Result<(), StatusError> {
        self.enter(Function::UpdateJobStatus);
        let key = job.metadata.key();
        let mut attempts = 0;
        let result = loop {
            let updated = match self.get_job(&key) {
                Ok(fresh) => self.update_status(&fresh, &job.status),
                Err(error) => break Err(error),
            };
            let Err(error) = updated else { break Ok(()) };
            attempts += 1;
            if !self.ask(Decision::StatusRetryLeft { attempts, limit: STATUS_UPDATE_RETRIES + 1 }) {
                break Err(error);
            }
        };
        self.leave(Function::UpdateJobStatus);
        result
    }
}
