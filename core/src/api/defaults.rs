//! Defaulting: what the API server fills in when a Job is created (`pkg/apis/batch/v1/defaults.go`).
