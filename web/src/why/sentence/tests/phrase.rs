use jobscope_explain::sentence::{Phrase, Sentence};

use crate::why::sentence::Said;
use crate::words::{Locale, Words};

#[test]
fn a_pod_is_called_as_its_tile_says() {
    let said = |phrase: Phrase, locale: Locale| Sentence::from(phrase.with("n", 1)).plain(&Words::new(locale));
    for (key, english, chinese) in [
        (
            "did-pod-run",
            ["Pod 4 runs.", "The pod with index 2 (attempt 3) runs."],
            ["Pod 4 开始运行。", "Pod（索引 2，第 3 次尝试）开始运行。"],
        ),
        (
            "did-pod-delete",
            ["Pod 4 was deleted by a user.", "The pod with index 2 (attempt 3) was deleted by a user."],
            ["Pod 4 被用户删除了。", "Pod（索引 2，第 3 次尝试）被用户删除了。"],
        ),
    ] {
        for (locale, [by_number, by_index]) in [(Locale::En, english), (Locale::ZhCn, chinese)] {
            assert_eq!(said(Phrase::new(key, Vec::new()).of_pod(&4), locale), by_number);
            assert_eq!(said(Phrase::new(key, Vec::new()).of_index(2, 3), locale), by_index);
        }
    }
}
