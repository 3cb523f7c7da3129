//! Validation with Kubernetes' own texts (`pkg/apis/batch/validation`).
