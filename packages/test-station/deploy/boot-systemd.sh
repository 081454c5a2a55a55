#!/bin/sh
# Boots a systemd of its own on the files of this machine, in namespaces of its own; all that it changes lies in $1.
# $1: a folder with etc/passwd, etc/group, units/, var-lib/, var-cache/, cgroup/  $2: the project   $3: the cgroup's name
set -eu
if [ "${4:-}" != inside ]; then
  mount --make-rprivate /
  mount -t cgroup2 cgroup2 "$1/cgroup"
  mkdir -p "$1/cgroup/$3"
  echo $$ > "$1/cgroup/$3/cgroup.procs"
  exec unshare --mount --pid --fork --cgroup --ipc --uts --mount-proc --kill-child sh "$0" "$1" "$2" "$3" inside
fi
umount "$1/cgroup"
umount -R /sys/fs/cgroup || true
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mount --bind "$1/etc/passwd" /etc/passwd
mount --bind "$1/etc/group" /etc/group
mount --bind "$1/var-lib" /var/lib
mount --bind "$1/var-cache" /var/cache
# The folders of the project and of this test may be below /tmp, which becomes empty.
mkdir -p "$1/opt/neonrelay"
mount --bind "$2" "$1/opt/neonrelay"
mount --rbind "$1/opt" /opt
mount --bind "$1" /srv
mount -t tmpfs tmpfs /etc/systemd/system
mount -t tmpfs tmpfs /run
mkdir -p /run/lock
unset NODE_OPTIONS NODE_COMPILE_CACHE
export container=test SYSTEMD_UNIT_PATH=/etc/systemd/system:/srv/units
exec /lib/systemd/systemd --system --unit=booted.target --log-target=console --show-status=no --crash-reboot=no
