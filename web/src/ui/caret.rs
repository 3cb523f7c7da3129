//! Places in a text area, as lines and columns from 1.

use web_sys::HtmlTextAreaElement;

/// Chooses a line and brings it into view, with some of what is before it.
pub(crate) fn choose_line(area: &HtmlTextAreaElement, line: u32) {
    /// Lines before it that show.
    const BEFORE: u32 = 3;
    let text = area.value();
    let _ = area.focus();
    let _ = area.set_selection_range(offset(&text, line, 1), offset(&text, line, u32::MAX));
    let lines = u32::try_from(text.split('\n').count()).unwrap_or(u32::MAX).max(1);
    let above = line.saturating_sub(1 + BEFORE);
    let height = f64::from(area.scroll_height());
    #[expect(clippy::cast_possible_truncation, reason = "a place within the height")]
    area.set_scroll_top((height * f64::from(above) / f64::from(lines)) as i32);
}

/// The offset of a place in UTF-16 units, as the browser counts.
pub(crate) fn offset(text: &str, line: u32, column: u32) -> u32 {
    let line = usize::try_from(line).unwrap_or(usize::MAX).saturating_sub(1);
    let column = usize::try_from(column).unwrap_or(usize::MAX).saturating_sub(1);
    let before: usize = text.split('\n').take(line).map(|line| line.encode_utf16().count() + 1).sum();
    let within: usize = text.split('\n').nth(line).unwrap_or_default().chars().take(column).map(char::len_utf16).sum();
    u32::try_from(before + within).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_count_as_browsers_do() {
        assert_eq!(offset("ab\ncd", 2, 2), 4);
        assert_eq!(offset("\u{1f4a5}x", 1, 2), 2);
        assert_eq!(offset("a", 7, 7), 2);
    }
}
