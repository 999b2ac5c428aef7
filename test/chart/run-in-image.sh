# sh run-in-image.sh <image> <data> <work> [NAME=value …] <program> [argument …]
#
# In a mount namespace of its own: a root made of this machine's /usr and the image's files, read-only but for /tmp, /work
# and /data; then the program in it as user 10001 with nothing but these variables.
set -eu
image=$1 data=$2 work=$3
shift 3
root=$(mktemp -d)
mount -t tmpfs -o size=4m,mode=755 tmpfs "$root"
for each in app usr etc tmp work data proc dev; do mkdir "$root/$each"; done
for each in bin sbin lib lib32 lib64 libx32; do if [ -L "/$each" ]; then cp -P "/$each" "$root/"; fi; done
mount --bind /usr "$root/usr"
mount -o remount,bind,ro "$root/usr"
for each in ld.so.cache alternatives ssl; do if [ -e "/etc/$each" ]; then cp -R "/etc/$each" "$root/etc/"; fi; done
echo 'framewright:x:10001:10001::/nonexistent:/usr/sbin/nologin' > "$root/etc/passwd"
echo '127.0.0.1 localhost' > "$root/etc/hosts"
for each in app usr/local; do
  mount --bind "$image/$each" "$root/$each"
  mount -o remount,bind,ro "$root/$each"
done
mount -t tmpfs -o size=64m,mode=1777 tmpfs "$root/tmp"
mount --bind "$data" "$root/data"
mount --bind "$work" "$root/work"
mount --bind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -o remount,ro "$root"
exec chroot --userspec=10001:10001 "$root" /usr/bin/env --ignore-environment --chdir=/app PATH=/usr/local/bin:/usr/bin:/bin "$@"
