#!/bin/sh
# needed-files.sh <folder> <ours> <program>…
#
# Copies into <folder> what an image needs of a Debian system and nothing else: these programs of the system, the libraries
# that they, our Node and our addons (below <ours>) are linked to, the users, and of every package that a file comes from its
# license and its entry for scanners (/var/lib/dpkg/status.d). No shell and no package manager comes with them.
set -eu
folder=$1
ours=$2
shift 2

# Every link on the way to a file, and the file, by paths whose folders are no links.
way_to() {
  path=$1
  while :; do
    path=$(cd "$(dirname "$path")" && pwd -P)/$(basename "$path")
    echo "$path"
    [ -L "$path" ] || break
    target=$(readlink "$path")
    case $target in
      /*) path=$target ;;
      *) path=$(dirname "$path")/$target ;;
    esac
  done
}

mkdir -p "$folder/var/lib/dpkg/status.d"
linked=$(find "$ours" -type f \( -path '*/bin/node' -o -name '*.node' \))
libraries=$(for program in "$@" $linked; do ldd "$program" || exit 1; done) || {
  echo "$libraries" >&2
  exit 1
}
if echo "$libraries" | grep 'not found' >&2; then exit 1; fi
files=$({
  printf '%s\n' "$@"
  echo "$libraries" | grep -o '/[^ ]*'
} | sort -u | while read -r path; do way_to "$path"; done | sort -u)
# Where programs look for their loader, libraries and users.
others='/bin /lib /lib64 /etc/group /etc/ld.so.cache /etc/nsswitch.conf /etc/passwd'
for path in $files $(ls -d $others 2>/dev/null || true); do echo ".$path"; done |
  tar --create --no-recursion --directory / --files-from - | tar --extract --directory "$folder"

# dpkg may know a file by its path before /usr was merged, and some, our own, not at all.
for path in $files; do echo "$path" "${path#/usr}"; done | xargs dpkg-query --search 2>/dev/null |
  cut -d: -f1 | sort -u | while read -r package; do
  dpkg-query --status "$package" > "$folder/var/lib/dpkg/status.d/$package"
  license=/usr/share/doc/$package/copyright # which some minimal systems leave out
  [ ! -e "$license" ] || install -D --mode 644 "$license" "$folder$license"
done
install --directory --mode 1777 "$folder/tmp"
