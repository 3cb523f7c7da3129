//! `kubectl set resources` and `kubectl set serviceaccount`.

use serde_json::{Map, Value, json};

use super::flags::{Flags, Spec, value};
use super::global::RECORD;
use super::set::{Update, patch_of_containers, selected, set_flags, targets};
use super::write::DryRun;
use super::{Command, Outcome};
use crate::api::{Container, Quantity};
use crate::kubectl::CommandError;

pub(super) const FLAGS: &[Spec] = set_flags![
    RECORD,
    value("containers", Some('c')),
    value("limits", None),
    value("requests", None),
    value("selector", Some('l')),
];

pub(super) const ACCOUNT_FLAGS: &[Spec] = set_flags![RECORD];

pub(super) fn resources(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: &str| Err(CommandError::Client(message.to_owned()));
    let given = |flag: &str| flags.value(flag).filter(|value| !value.is_empty());
    let (dry_run, output) = (DryRun::of(command, flags)?, command.form_of_object(flags)?.typed());
    let targets = targets(command, flags, &flags.arguments)?;
    if !command.failures.is_empty() {
        return Ok(());
    }
    if flags.is_set("all") && given("selector").is_some() {
        return client("cannot set --all and --selector at the same time");
    }
    if given("limits").is_none() && given("requests").is_none() {
        return client("you must specify an update to requests or limits (in the form of --requests/--limits)");
    }
    let mut amounts = Map::new();
    for field in ["limits", "requests"] {
        if let Some(written) = given(field) {
            amounts.insert(field.to_owned(), quantities(written)?);
        }
    }
    let wanted = flags.value("containers").unwrap_or("*");
    let (done, refused) = ("resource requirements updated", "failed to patch resources update to pod template");
    let update = Update { done, refused, dry_run, output };
    update.each(command, &targets, |_, target| {
        if selected(&target.spec, wanted).next().is_none() {
            return Err(CommandError::Client(format!("error: unable to find container named {wanted}")));
        }
        Ok(patch_of_containers(&target.spec, wanted, |container| patch(container, &amounts)))
    });
    Ok(())
}

/// `cpu=1,memory=1Gi`.
fn quantities(written: &str) -> Result<Value, CommandError> {
    let mut all = Map::new();
    for statement in written.split(',') {
        let [name, amount] = statement.split('=').collect::<Vec<_>>()[..] else {
            let message = format!("Invalid argument syntax {statement}, expected <resource>=<value>");
            return Err(CommandError::Client(message));
        };
        Quantity::parse(amount).map_err(|error| CommandError::Client(error.to_string()))?;
        all.insert(name.to_owned(), Quantity::as_stored(amount).into());
    }
    Ok(all.into())
}

/// The patch of one container's resources; `None` if they stay.
fn patch(container: &Container, amounts: &Map<String, Value>) -> Option<Value> {
    let old = container.other.map().get("resources");
    let is_there = |field: &str, name: &String, amount: &Value| {
        old.and_then(|old| old.get(field)?.get(name)).is_some_and(|old| old == amount)
    };
    let changes = amounts.iter().any(|(field, all)| {
        all.as_object().is_some_and(|all| all.iter().any(|(name, amount)| !is_there(field, name, amount)))
    });
    changes.then(|| json!({"name": container.name, "resources": amounts}))
}

pub(super) fn service_account(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let (dry_run, output) = (DryRun::of(command, flags)?, command.form_of_object(flags)?.typed());
    let Some((account, resources)) = flags.arguments.split_last() else {
        return Err(CommandError::Client("serviceaccount is required".to_owned()));
    };
    let changes = json!({"serviceAccountName": account});
    let (done, refused) = ("serviceaccount updated", "failed to patch ServiceAccountName");
    let targets = targets(command, flags, resources)?;
    Update { done, refused, dry_run, output }.each(command, &targets, |_, _| Ok(Some(changes.clone())));
    Ok(())
}
