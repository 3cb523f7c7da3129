//! Validation of how a pod resolves names: `dnsPolicy`, `dnsConfig`, `hostAliases`, and the IP addresses in them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::context::{dns_subdomain, items, required_and_supported};
use super::meta::invalid_texts;
use super::{bad_value, names};
use crate::api::json::{Object, object, objects, text, texts};
use crate::api::{FieldError, FieldPath, Release};

const MAX_NAMESERVERS: usize = 3;

/// `validateDNSPolicy`.
pub(super) fn dns_policy(errors: &mut Vec<FieldError>, spec: &Object, path: &FieldPath) {
    let known = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];
    required_and_supported(errors, path, text(spec, "dnsPolicy"), &known);
}

/// `validatePodDNSConfig`.
pub(super) fn dns_config(errors: &mut Vec<FieldError>, spec: &Object, release: Release, path: &FieldPath) {
    let config = object(spec, "dnsConfig");
    if text(spec, "dnsPolicy") == "None" {
        let Some(config) = config else {
            errors.push(FieldError::required(path, "must provide `dnsConfig` when `dnsPolicy` is None"));
            return;
        };
        if items(config, "nameservers").is_empty() {
            let detail = "must provide at least one DNS nameserver when `dnsPolicy` is None";
            errors.push(FieldError::required(&path.child("nameservers"), detail));
            return;
        }
    }
    let Some(config) = config else { return };
    let servers = path.child("nameservers");
    let all = |field: &str| -> Vec<String> { texts(config, field).map(|(_, text)| text.to_owned()).collect() };
    let named = all("nameservers");
    if named.len() > MAX_NAMESERVERS {
        let detail = format!("must not have more than {MAX_NAMESERVERS} nameservers");
        errors.push(FieldError::invalid(&servers, bad_value::texts(&named, release), detail));
    }
    for (index, server) in texts(config, "nameservers") {
        ip_address(errors, server, release, &servers.index(index));
    }
    searches(errors, &all("searches"), release, &path.child("searches"));
    for (index, option) in objects(config, "options") {
        if text(option, "name").is_empty() {
            errors.push(FieldError::required(&path.child("options").index(index), "must not be empty"));
        }
    }
}

/// The search list, whose limits grew with the gate `ExpandedDNSConfig`.
fn searches(errors: &mut Vec<FieldError>, searches: &[String], release: Release, path: &FieldPath) {
    let (most, characters) = if release.since(26) { (32, 2048) } else { (6, 256) };
    let shown = || bad_value::texts(searches, release);
    if searches.len() > most {
        let detail = format!("must not have more than {most} search paths");
        errors.push(FieldError::invalid(path, shown(), detail));
    }
    if searches.join(" ").len() > characters {
        let detail = format!("must not have more than {characters} characters (including spaces) in the search list");
        errors.push(FieldError::invalid(path, shown(), detail));
    }
    for (index, search) in searches.iter().enumerate() {
        let path = path.index(index);
        let without_dot = search.strip_suffix('.').unwrap_or(search);
        if !release.since(33) {
            dns_subdomain(errors, without_dot, &path);
        } else if search != "." {
            invalid_texts(errors, &path, without_dot, names::dns_subdomain_with_underscore(without_dot, release));
        }
    }
}

/// `ValidateHostAliases`; until v1.29 its paths lack the index.
pub(super) fn host_aliases(errors: &mut Vec<FieldError>, spec: &Object, release: Release, path: &FieldPath) {
    for (index, alias) in objects(spec, "hostAliases") {
        let place = path.index(index);
        let path = if release.since(30) { place.clone() } else { path.clone() };
        let before = errors.len();
        ip_address(errors, text(alias, "ip"), release, &path.child("ip"));
        for error in errors.iter_mut().skip(before) {
            error.place = place.child("ip");
        }
        for (index, name) in texts(alias, "hostnames") {
            let place = place.child("hostnames").index(index);
            let path = if release.since(30) { place.clone() } else { path.child("hostnames") };
            let sentences = names::dns_subdomain(name).into_iter();
            errors.extend(sentences.map(|sentence| FieldError::invalid_text(&path, name, sentence).at(place.clone())));
        }
    }
}

/// `IsValidIPForLegacyField`. Leading zeros are let pass until v1.35.
fn ip_address(errors: &mut Vec<FieldError>, value: &str, release: Release, path: &FieldPath) {
    let Some(_) = parse_sloppy(value) else {
        let detail = if release.since(30) {
            "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"
        } else {
            "must be valid IP address"
        };
        errors.push(FieldError::invalid_text(path, value, detail));
        return;
    };
    if release.since(36) {
        match value.parse::<IpAddr>() {
            Err(_) => errors.push(FieldError::invalid_text(path, value, "must not have leading 0s")),
            Ok(IpAddr::V6(address)) if address.to_ipv4_mapped().is_some() => {
                errors.push(FieldError::invalid_text(path, value, "must not be an IPv4-mapped IPv6 address"));
            }
            Ok(_) => {}
        }
    }
}

/// `ParseIPSloppy`: an address whose decimal numbers may have leading zeros.
pub(crate) fn parse_sloppy(value: &str) -> Option<IpAddr> {
    let decimal = |number: &str| {
        let digits = number.trim_start_matches('0');
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        (is_number && digits.len() <= 3).then(|| if digits.is_empty() { "0" } else { digits }.to_owned())
    };
    let quad = |text: &str| {
        let numbers: Option<Vec<String>> = text.split('.').map(decimal).collect();
        numbers?.join(".").parse::<Ipv4Addr>().ok()
    };
    if !value.contains(':') {
        return quad(value).map(IpAddr::V4);
    }
    // An IPv6 address may end in an IPv4 address.
    let written = match value.rsplit_once(':') {
        Some((head, tail)) if tail.contains('.') => format!("{head}:{}", quad(tail)?),
        _ => value.to_owned(),
    };
    written.parse::<Ipv6Addr>().ok().map(IpAddr::V6)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors_of(value: &str, release: Release) -> Vec<String> {
        let mut errors = Vec::new();
        ip_address(&mut errors, value, release, &FieldPath::new("ip"));
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn addresses_are_read_as_sloppily_as_the_release_does() {
        for value in ["10.0.0.1", "::1", "2001:DB8::ffff"] {
            assert_eq!(errors_of(value, Release::V1_36), Vec::<String>::new(), "{value}");
        }
        assert_eq!(errors_of("010.0.0.1", Release::V1_28), Vec::<String>::new());
        assert_eq!(
            errors_of("010.0.0.1", Release::V1_36),
            ["ip: Invalid value: \"010.0.0.1\": must not have leading 0s"]
        );
        assert_eq!(
            errors_of("::ffff:10.0.0.1", Release::V1_36),
            ["ip: Invalid value: \"::ffff:10.0.0.1\": must not be an IPv4-mapped IPv6 address"]
        );
        assert_eq!(errors_of("1.2.3", Release::V1_28), ["ip: Invalid value: \"1.2.3\": must be valid IP address"]);
        assert_eq!(
            errors_of("10.0.0.256", Release::V1_36),
            ["ip: Invalid value: \"10.0.0.256\": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"]
        );
    }
}
