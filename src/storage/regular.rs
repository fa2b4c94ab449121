//! Regular files, of limited size: neither a pipe, which would be waited for, nor
//! a device, which has no end.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

/// Opens a file that the user names, wherever the links in its path lead.
///
/// # Errors
/// If it is no regular file, or cannot be opened.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
    }
    let file = options.open(path)?;
    check_regular(&file)?;
    Ok(file)
}

/// The content of a file that the user names, of at most this many bytes.
///
/// # Errors
/// If it is no regular file, larger, or cannot be read.
pub fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_at_most(&mut open_regular(path)?, most)
}

/// The same, as text.
///
/// # Errors
/// If it is no regular file, larger, no UTF-8, or cannot be read.
pub fn read_regular_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read_regular(path, most)?).map_err(|_| io::ErrorKind::InvalidData.into())
}

/// Checks that an open file is a regular one.
pub(super) fn check_regular(file: &File) -> io::Result<()> {
    let data = file.metadata()?;
    if data.is_file() {
        return Ok(());
    }
    Err(if data.is_dir() { io::ErrorKind::IsADirectory.into() } else { not_regular() })
}

/// The error of a pipe, a device or a socket.
pub(super) fn not_regular() -> io::Error {
    io::Error::other("it is not a regular file")
}

/// The error of a link that is not followed.
pub(super) fn is_link(kind: io::ErrorKind) -> io::Error {
    io::Error::new(kind, "it is a link, and in the folder of a result none is followed")
}

/// The rest of a file, if that is at most this many bytes.
pub(super) fn read_at_most(file: &mut File, most: u64) -> io::Result<Vec<u8>> {
    let too_large = || {
        let most = if most >> 20 > 0 { format!("{} MB", most >> 20) } else { format!("{most} bytes") };
        io::Error::other(format!("it is larger than {most}"))
    };
    let length = file.metadata()?.len();
    if length > most {
        return Err(too_large());
    }
    let mut content = Vec::with_capacity(length as usize);
    // It may grow while it is read.
    file.take(most + 1).read_to_end(&mut content)?;
    if content.len() as u64 > most { Err(too_large()) } else { Ok(content) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_up_to_a_size_are_read() {
        let dir = tempfile::tempdir().expect("a temporary folder can be created");
        let file = dir.path().join("a");
        std::fs::write(&file, b"12345").expect("it can be written");
        assert_eq!(read_regular(&file, 5).expect("it fits"), b"12345");
        let error = read_regular(&file, 4).expect_err("it is larger");
        assert_eq!(error.to_string(), "it is larger than 4 bytes");
        assert_eq!(read_regular(dir.path(), 9).expect_err("a folder").kind(), io::ErrorKind::IsADirectory);
        #[cfg(unix)]
        {
            let error = read_regular(Path::new("/dev/zero"), 9).expect_err("a device");
            assert_eq!(error.to_string(), "it is not a regular file");
            let link = dir.path().join("link");
            std::os::unix::fs::symlink(&file, &link).expect("links can be made");
            assert_eq!(read_regular_text(&link, 5).expect("the user's links are followed"), "12345");
        }
    }
}
