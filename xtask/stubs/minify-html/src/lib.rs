//! What Trunk calls of minify-html.

pub struct Cfg {
    pub minify_css: bool,
    pub minify_js: bool,
    pub keep_closing_tags: bool,
}

impl Cfg {
    pub fn spec_compliant() -> Self {
        Self { minify_css: false, minify_js: false, keep_closing_tags: true }
    }
}

pub fn minify(document: &[u8], _: &Cfg) -> Vec<u8> {
    document.to_vec()
}
