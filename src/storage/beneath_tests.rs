// What holds for every way of resolving names, included by the tests of each.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::Entry;
use crate::storage::Kind;

#[test]
fn no_name_leads_out_of_its_folder() {
    let dir = tempfile::tempdir().expect("a temporary folder can be created");
    let (outside, folder) = (dir.path().join("outside"), dir.path().join("folder"));
    for path in [&outside, &folder, &folder.join("sub")] {
        fs::create_dir(path).expect("it is new");
    }
    fs::write(outside.join("file"), "mine").expect("it can be written");
    fs::write(folder.join("sub/file"), "here").expect("it can be written");
    symlink(&outside, folder.join("up")).expect("links can be made");
    symlink(outside.join("file"), folder.join("link")).expect("links can be made");
    symlink("nowhere", folder.join("dangling")).expect("links can be made");
    let find = |name: &str| Entry::find(&folder, Path::new(name));
    for name in ["up/file", "up/new", "up/x/y"] {
        let error = find(name).expect_err("it leads through a link").to_string();
        assert!(error.contains("it is a link"), "{name}: {error}");
    }
    for name in ["../outside/file", "/etc/passwd", "", ".", "..", "sub/../../outside/file"] {
        assert!(find(name).is_err(), "{name}");
    }
    for name in ["link", "dangling", "up"] {
        let entry = find(name).expect("the folder is there");
        assert_eq!(entry.kind().expect("it can be looked at"), Some(Kind::Other), "{name}");
        for opened in [entry.open(), entry.open_to_write(), entry.open_or_create(), entry.create()] {
            assert!(opened.is_err(), "{name}");
        }
        assert!(entry.list().is_err() && entry.remove_folder().is_err() && entry.sync_folder().is_err());
        entry.remove_file().expect("a link can be removed");
        assert_eq!(entry.kind().expect("it can be looked at"), None);
    }
    assert_eq!(fs::read_to_string(outside.join("file")).expect("it is there"), "mine");
    assert_eq!(fs::read_dir(&outside).expect("it is there").count(), 1);

    let sub = find("sub").expect("it is there");
    assert_eq!((sub.kind().unwrap(), sub.list().unwrap()), (Some(Kind::Folder), vec!["file".to_owned()]));
    let (one, other) = (find("sub/file").unwrap(), find("other").unwrap());
    assert_eq!((one.kind().unwrap(), other.kind().unwrap()), (Some(Kind::File), None));
    one.rename(&other).expect("it can be renamed");
    assert_eq!(fs::read_to_string(folder.join("other")).unwrap(), "here");
    other.open_to_write().expect("it has one name");
    sub.remove_folder().expect("it is empty");
}
