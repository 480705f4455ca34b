//! Requests without a socket.

use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use exactplay_web::{Limits, router};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt as _;

const PATIENCE: Duration = Duration::from_secs(600);

/// A server in the process.
pub(crate) struct Asked {
    router: Router,
    runtime: Runtime,
}

/// What it answers.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Asked {
    /// A server with the usual limits, but patient: the machine that tests may be busy with others.
    pub(crate) fn new() -> Self {
        Self::within(Limits { time: PATIENCE, ..Limits::default() })
    }

    pub(crate) fn within(limits: Limits) -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        Self { router: router(limits), runtime }
    }

    pub(crate) fn send(&self, request: Request<Body>) -> Answer {
        self.runtime.block_on(async {
            let response = self.router.clone().oneshot(request).await.unwrap();
            let (parts, body) = response.into_parts();
            let body = to_bytes(body, usize::MAX).await.unwrap().to_vec();
            Answer { status: parts.status, headers: parts.headers, body }
        })
    }

    pub(crate) fn get(&self, address: &str) -> Answer {
        self.send(Request::get(address).body(Body::empty()).unwrap())
    }

    pub(crate) fn post(&self, address: &str, document: &str) -> Answer {
        let request = Request::post(address).header(header::CONTENT_TYPE, "application/json");
        self.send(request.body(Body::from(document.to_owned())).unwrap())
    }

    /// The document at an address of the API, which must answer.
    pub(crate) fn document(&self, address: &str) -> Value {
        let answer = self.get(&format!("/api/v1/{address}"));
        assert_eq!(answer.status, StatusCode::OK, "{address}: {}", answer.text());
        answer.json()
    }
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn header(&self, name: header::HeaderName) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}
