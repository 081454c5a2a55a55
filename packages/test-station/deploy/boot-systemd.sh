#!/bin/sh
# Boots a separate systemd on this machine's files, in its own namespaces; all its changes are in $1.
# $1: a folder with etc/, units/, var-lib/, var-cache/, cgroup/  $2: the project   $3: the cgroup's name
# NETWORK: own, or shared with this machine
set -eu
if [ "${4:-}" != inside ]; then
  mount --make-rprivate /
  mount -t cgroup2 cgroup2 "$1/cgroup"
  mkdir -p "$1/cgroup/$3"
  echo $$ > "$1/cgroup/$3/cgroup.procs"
  net=
  [ "$NETWORK" != own ] || net=--net
  exec unshare --mount --pid --fork --cgroup --ipc --uts $net --mount-proc --kill-child sh "$0" "$1" "$2" "$3" inside
fi
[ "$NETWORK" != own ] || ip link set lo up
umount "$1/cgroup"
umount -R /sys/fs/cgroup || true
mount -t cgroup2 cgroup2 /sys/fs/cgroup
# Programs that create users replace these files instead of writing to them.
cp -a /etc/. "$1/etc"
systemd-id128 new > "$1/etc/machine-id"
mount --bind "$1/etc" /etc
mount --bind "$1/var-lib" /var/lib
mount --bind "$1/var-cache" /var/cache
# The project's and this test's folders may be below /tmp, which will be hidden.
mkdir -p "$1/opt/neonrelay" "$1/layer"
mount -t tmpfs tmpfs "$1/layer"
mkdir "$1/layer/changes" "$1/layer/work"
# Installing and building there leaves the project unchanged.
mount -t overlay -o "lowerdir=$2,upperdir=$1/layer/changes,workdir=$1/layer/work" project "$1/opt/neonrelay"
mount --rbind "$1/opt" /opt
mount --bind "$1" /srv
mount -t tmpfs tmpfs /etc/systemd/system
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /var/log
mkdir -p /run/lock /run/systemd/journald.conf.d
printf '[Journal]\nStorage=volatile\nReadKMsg=no\nAudit=no\n' > /run/systemd/journald.conf.d/test.conf
unset NODE_OPTIONS NODE_COMPILE_CACHE
export container=test SYSTEMD_UNIT_PATH=/etc/systemd/system:/srv/units
exec /lib/systemd/systemd --system --unit=booted.target --log-target=console --show-status=no --crash-reboot=no
