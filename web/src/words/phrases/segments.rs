//! The words of a Chinese text, as the browser's own segmenter finds them. Natively the same dictionary is searched as ICU
//! searches it, the library of Chromium and Safari: of all ways to split a text it takes the one with the likeliest words.

#[cfg(not(target_arch = "wasm32"))]
pub(super) use native::segments;

#[cfg(target_arch = "wasm32")]
pub(super) use browser::segments;

#[cfg(target_arch = "wasm32")]
mod browser {
    use js_sys::{Array, Function, Object, Reflect};
    use wasm_bindgen::{JsCast, JsValue};

    /// The words of a text; `None` in browsers without a segmenter.
    pub(in super::super) fn segments(text: &str) -> Option<Vec<String>> {
        thread_local! {
            static SEGMENTER: Option<(JsValue, Function)> = segmenter();
        }
        SEGMENTER.with(|segmenter| {
            let (segmenter, segment) = segmenter.as_ref()?;
            let all = segment.call1(segmenter, &text.into()).ok()?;
            let word = |one: Result<JsValue, JsValue>| Reflect::get(&one.ok()?, &"segment".into()).ok()?.as_string();
            js_sys::try_iter(&all).ok()??.map(word).collect()
        })
    }

    /// `Intl.Segmenter` for Chinese words, and its method.
    fn segmenter() -> Option<(JsValue, Function)> {
        let intl = Reflect::get(&js_sys::global(), &"Intl".into()).ok()?;
        let class: Function = Reflect::get(&intl, &"Segmenter".into()).ok()?.dyn_into().ok()?;
        let options = Object::new();
        Reflect::set(&options, &"granularity".into(), &"word".into()).ok()?;
        let segmenter = Reflect::construct(&class, &Array::of2(&"zh".into(), &options)).ok()?;
        let segment = Reflect::get(&segmenter, &"segment".into()).ok()?.dyn_into().ok()?;
        Some((segmenter, segment))
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::iter::once;

    use icu_collections::char16trie::{Char16Trie, TrieResult};
    use icu_provider::{DataLocale, DataPayload, DataProvider, DataRequest};
    use icu_segmenter::WordSegmenter;
    use icu_segmenter::provider::{Baked, DictionaryForWordOnlyAutoV1Marker as Dictionary};
    use jobscope_words::is_ideograph;

    /// The longest word that is looked up, in characters.
    const LONGEST: usize = 20;

    /// The cost of a character that is no word. Words cost less the likelier they are.
    const UNKNOWN: u32 = 255;

    struct Segmenter {
        /// Finds words of other scripts, numbers and marks.
        words: WordSegmenter,
        /// The words of Chinese and Japanese with their costs.
        dictionary: DataPayload<Dictionary>,
    }

    /// The words of a text.
    pub(in super::super) fn segments(text: &str) -> Option<Vec<String>> {
        thread_local! {
            static SEGMENTER: Option<Segmenter> = segmenter();
        }
        SEGMENTER.with(|segmenter| Some(segmenter.as_ref()?.segments(text)))
    }

    fn segmenter() -> Option<Segmenter> {
        let locale: DataLocale = "ja".parse().ok()?;
        let request = DataRequest { locale: &locale, ..DataRequest::default() };
        let dictionary = DataProvider::<Dictionary>::load(&Baked, request).ok()?.take_payload().ok()?;
        Some(Segmenter { words: WordSegmenter::new_dictionary(), dictionary })
    }

    impl Segmenter {
        fn segments(&self, text: &str) -> Vec<String> {
            let mut found = Vec::new();
            let mut chinese = Vec::new();
            let ends: Vec<usize> = self.words.segment_str(text).collect();
            for (from, to) in ends.iter().zip(ends.iter().skip(1)) {
                let word = text.get(*from..*to).unwrap_or_default();
                if word.chars().all(is_ideograph) {
                    chinese.extend(word.chars());
                } else {
                    found.append(&mut self.likeliest(&std::mem::take(&mut chinese)));
                    found.push(word.to_owned());
                }
            }
            found.append(&mut self.likeliest(&chinese));
            found
        }

        /// A run of Chinese in its likeliest words: those that cost least together.
        fn likeliest(&self, run: &[char]) -> Vec<String> {
            let trie = Char16Trie::new(self.dictionary.get().trie_data.clone());
            // The least cost of what ends at each place, and where the last word of that begins.
            let mut best: Vec<Option<(u32, usize)>> = once(Some((0, 0))).chain(run.iter().map(|_| None)).collect();
            for from in 0..run.len() {
                let Some(&Some((cost, _))) = best.get(from) else { continue };
                for (length, more) in costs(&trie, run.get(from..).unwrap_or_default()) {
                    if let Some(end) = best.get_mut(from + length)
                        && end.is_none_or(|(known, _)| cost + more < known)
                    {
                        *end = Some((cost + more, from));
                    }
                }
            }
            let before = |end: &usize| best.get(*end).copied().flatten().map(|(_, from)| from).filter(|_| *end > 0);
            let mut ends: Vec<usize> = std::iter::successors(Some(run.len()), before).collect();
            ends.reverse();
            let words = ends.iter().zip(ends.iter().skip(1)).filter_map(|(from, to)| run.get(*from..*to));
            words.map(String::from_iter).collect()
        }
    }

    /// The words that a text begins with, as lengths in characters and costs. The first character can always be a word.
    fn costs(trie: &Char16Trie<'_>, text: &[char]) -> Vec<(usize, u32)> {
        let mut found = Vec::new();
        let mut reached = trie.iter();
        for (length, c) in (1..=LONGEST).zip(text) {
            let (cost, is_last) = match reached.next(*c) {
                TrieResult::NoMatch => (None, true),
                TrieResult::NoValue => (None, false),
                TrieResult::Intermediate(cost) => (Some(cost), false),
                TrieResult::FinalValue(cost) => (Some(cost), true),
            };
            found.extend(cost.and_then(|cost| u32::try_from(cost).ok()).map(|cost| (length, cost)));
            if is_last {
                break;
            }
        }
        if found.first().is_none_or(|(length, _)| *length > 1) {
            found.push((1, UNKNOWN));
        }
        found
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn words_of_chinese_are_the_likeliest_ones() {
            let words = |text| segments(text).unwrap_or_default().join("|");
            assert_eq!(words("编辑 Job，查看控制器"), "编辑| |Job|，|查看|控制器");
            // The longest words would be 一分 and 只要.
            assert_eq!(words("一分钟后只要求完成一次"), "一|分钟|后|只|要求|完成|一次");
            assert_eq!(segments(""), Some(Vec::new()));
        }
    }
}
