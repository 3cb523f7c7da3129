//! Screenshots as an animated PNG. A frame is the part of the window that changed, transparent where it did not.

use std::borrow::Cow;
use std::time::Duration;

use png::{BitDepth, BlendOp, ColorType, Compression, Decoder, Encoder, EncodingError, Filter, Transformations};

use super::Error;

/// Bytes of a pixel: red, green, blue.
const PIXEL: usize = 3;

/// Frames, each with the time for which it is shown.
#[derive(Debug, Default)]
pub struct Animation {
    frames: Vec<(Image, Duration)>,
}

#[derive(Clone, Debug, PartialEq)]
struct Image {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

/// A part of an image in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Animation {
    /// Adds a screenshot, a PNG file, that is shown for a time. All of them have one size.
    pub fn push(&mut self, screenshot: &[u8], time: Duration) -> Result<(), Error> {
        let image = Image::read(screenshot)?;
        if let Some((first, _)) = self.frames.first()
            && (first.width, first.height) != (image.width, image.height)
        {
            return Err(Error::Answer("screenshots of one animation differ in size".to_owned()));
        }
        match self.frames.last_mut() {
            Some((last, shown)) if *last == image => *shown += time,
            _ => self.frames.push((image, time)),
        }
        Ok(())
    }

    /// How long it takes.
    pub fn time(&self) -> Duration {
        self.frames.iter().map(|(_, time)| *time).sum()
    }

    /// The file, an animated PNG that repeats for ever.
    pub fn file(&self) -> Result<Vec<u8>, Error> {
        self.encode().map_err(|error| Error::Answer(format!("the animation cannot be encoded: {error}")))
    }

    fn encode(&self) -> Result<Vec<u8>, EncodingError> {
        let mut file = Vec::new();
        let Some((first, _)) = self.frames.first() else { return Ok(file) };
        let mut encoder = Encoder::new(&mut file, number(first.width), number(first.height));
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::High);
        // Flat colours and what is transparent repeat best as they are.
        encoder.set_filter(Filter::NoFilter);
        encoder.set_animated(number(self.frames.len()), 0)?;
        let mut writer = encoder.write_header()?;
        let mut before: Option<&Image> = None;
        for (image, time) in &self.frames {
            let area = before.map_or(image.all(), |before| image.changed_since(before));
            writer.set_frame_delay(u16::try_from(time.as_millis()).unwrap_or(u16::MAX), 1000)?;
            // The position of the frame before, with the dimension of this one, may go over the edge.
            writer.reset_frame_position()?;
            writer.set_frame_dimension(number(area.width), number(area.height))?;
            writer.set_frame_position(number(area.left), number(area.top))?;
            writer.set_blend_op(if before.is_some() { BlendOp::Over } else { BlendOp::Source })?;
            writer.write_image_data(&image.part(area, before))?;
            before = Some(image);
        }
        writer.finish()?;
        Ok(file)
    }
}

/// A length for the file's header, which a window never exceeds.
fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl Image {
    fn read(file: &[u8]) -> Result<Self, Error> {
        let wrong = |error: Cow<'_, str>| Error::Answer(format!("the screenshot cannot be read: {error}"));
        let mut decoder = Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().map_err(|error| wrong(error.to_string().into()))?;
        let size = reader.output_buffer_size().ok_or_else(|| wrong("it is too large".into()))?;
        let mut pixels = vec![0; size];
        let frame = reader.next_frame(&mut pixels).map_err(|error| wrong(error.to_string().into()))?;
        pixels.truncate(frame.buffer_size());
        match frame.color_type {
            ColorType::Rgb => {}
            ColorType::Rgba => {
                pixels = pixels.chunks_exact(PIXEL + 1).flat_map(|pixel| pixel.iter().take(PIXEL)).copied().collect();
            }
            other => return Err(wrong(format!("its colours are {other:?}").into())),
        }
        let length = |pixels: u32| usize::try_from(pixels).unwrap_or_default();
        Ok(Self { width: length(frame.width), height: length(frame.height), pixels })
    }

    fn all(&self) -> Area {
        Area { left: 0, top: 0, width: self.width, height: self.height }
    }

    fn rows(&self) -> impl DoubleEndedIterator<Item = &[u8]> + ExactSizeIterator {
        self.pixels.chunks_exact(self.width * PIXEL)
    }

    /// A part with transparency, which hides the pixels that are as in `before`.
    fn part(&self, area: Area, before: Option<&Self>) -> Vec<u8> {
        let (from, to) = (area.left, area.left + area.width);
        let mut part = Vec::with_capacity(area.width * area.height * (PIXEL + 1));
        for (place, row) in self.rows().enumerate().skip(area.top).take(area.height) {
            let old = before.and_then(|before| before.rows().nth(place));
            for column in from..to {
                let bytes = column * PIXEL..(column + 1) * PIXEL;
                let pixel = row.get(bytes.clone()).unwrap_or_default();
                if old.is_some_and(|old| old.get(bytes) == Some(pixel)) {
                    part.extend([0; PIXEL + 1]);
                } else {
                    part.extend(pixel);
                    part.push(u8::MAX);
                }
            }
        }
        part
    }

    /// The smallest area with all pixels that differ from those of `before`; the images are not equal.
    fn changed_since(&self, before: &Self) -> Area {
        let differs = |(ours, theirs): &(&[u8], &[u8])| ours != theirs;
        let rows = || self.rows().zip(before.rows());
        let top = rows().take_while(|pair| !differs(pair)).count();
        let bottom = self.height - rows().rev().take_while(|pair| !differs(pair)).count();
        let within = || rows().skip(top).take(bottom - top).filter(differs);
        let same = |(ours, theirs): &(&u8, &u8)| ours == theirs;
        let left = within().map(|(ours, theirs)| ours.iter().zip(theirs).take_while(same).count() / PIXEL);
        let right =
            within().map(|(ours, theirs)| ours.iter().rev().zip(theirs.iter().rev()).take_while(same).count() / PIXEL);
        let (left, right) = (left.min().unwrap_or(0), self.width - right.min().unwrap_or(0));
        Area { left, top, width: right - left, height: bottom - top }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUND: [u8; PIXEL] = [250, 250, 250];

    /// An image of 6 × 4 pixels with some of another colour.
    fn image(marked: &[(usize, usize)]) -> Image {
        let pixels = (0..24).flat_map(|n| if marked.contains(&(n % 6, n / 6)) { [200, 30, 30] } else { GROUND });
        Image { width: 6, height: 4, pixels: pixels.collect() }
    }

    fn file(image: &Image) -> Vec<u8> {
        let frames = vec![(image.clone(), Duration::from_millis(100))];
        Animation { frames }.file().unwrap()
    }

    #[test]
    fn a_frame_is_what_changed() {
        let (before, after) = (image(&[(0, 0)]), image(&[(0, 0), (2, 1), (4, 2)]));
        assert_eq!(after.changed_since(&before), Area { left: 2, top: 1, width: 3, height: 2 });
        assert_eq!(before.changed_since(&image(&[])), Area { left: 0, top: 0, width: 1, height: 1 });
        assert_eq!(image(&[(5, 3)]).changed_since(&image(&[])), Area { left: 5, top: 3, width: 1, height: 1 });
    }

    #[test]
    fn equal_screenshots_are_one_frame_and_the_first_one_is_whole() {
        let mut animation = Animation::default();
        for marked in [&[][..], &[], &[(2, 1)]] {
            animation.push(&file(&image(marked)), Duration::from_millis(200)).unwrap();
        }
        assert_eq!((animation.frames.len(), animation.time()), (2, Duration::from_millis(600)));
        let written = animation.file().unwrap();
        assert_eq!(Image::read(&written).unwrap(), image(&[]), "a program without animations shows the first frame");
        let mut reader = Decoder::new(std::io::Cursor::new(&written)).read_info().unwrap();
        assert_eq!(reader.info().animation_control().unwrap().num_frames, 2);
        let mut pixels = vec![0; 96];
        reader.next_frame(&mut pixels).unwrap();
        let last = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((last.width, last.height, &pixels[..PIXEL]), (1, 1, &[200, 30, 30][..]));
    }

    #[test]
    fn a_small_frame_may_come_before_a_large_one() {
        let mut animation = Animation::default();
        for marked in [&[][..], &[(5, 3)], &[(0, 0)]] {
            animation.push(&file(&image(marked)), Duration::from_millis(200)).unwrap();
        }
        let written = animation.file().unwrap();
        let mut reader = Decoder::new(std::io::Cursor::new(&written)).read_info().unwrap();
        let mut pixels = vec![0; 96];
        let sizes: Vec<_> = (0..3).map(|_| reader.next_frame(&mut pixels).unwrap()).collect();
        assert_eq!(sizes.iter().map(|frame| (frame.width, frame.height)).collect::<Vec<_>>(), [(6, 4), (1, 1), (6, 4)]);
    }

    #[test]
    fn what_is_not_a_screenshot_is_refused() {
        let mut animation = Animation::default();
        assert!(animation.push(b"GIF89a", Duration::from_millis(100)).is_err());
        animation.push(&file(&image(&[])), Duration::from_millis(100)).unwrap();
        let other = Image { width: 3, height: 8, ..image(&[]) };
        assert!(animation.push(&file(&other), Duration::from_millis(100)).is_err(), "another size");
    }
}
