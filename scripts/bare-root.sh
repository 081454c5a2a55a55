#!/bin/sh
# Runs a command of the project, by default `npm run test:all`, on a machine with only minimal Debian, git, Node and npm.
# Shows which packages or files the project needs but does not install.
#
#   scripts/bare-root.sh [COMMAND [ARGUMENT...]]
#
# Needs root, debootstrap and about 4 GB below TMPDIR. Tests the current commit, without uncommitted changes.
# Packages come from this machine's apt sources. Everything is removed at the end.
set -eu

suite=bookworm
project=$(dirname "$(dirname "$(realpath "$0")")")
[ "$#" -gt 0 ] || set -- npm run test:all

fail() {
  echo "bare-root: $1" >&2
  exit 1
}

[ "$(id -u)" -eq 0 ] || fail "run this as root"
for program in debootstrap unshare git node npm; do
  command -v "$program" >/dev/null || fail "$program is missing: install it first"
done

# Both formats of apt's sources; the first address of the suite itself, not of its updates.
mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' | awk -v suite="$suite" '$2 == suite { print $1; exit }')
[ -n "$mirror" ] || fail "apt has no source for $suite: see /etc/apt/sources.list.d, then run apt-get update"

root=$(mktemp -d "${TMPDIR:-/tmp}/neonrelay-bare-XXXXXX")
chmod 755 "$root"
# The mounts end with their own namespace; files under a leftover mount are not removed.
trap 'rm -rf --one-file-system "$root"' EXIT
trap 'exit 130' HUP INT TERM

echo "bare-root: making a Debian $suite root" >&2
debootstrap --variant=minbase --include=git "$suite" "$root" "$mirror" >"$root.log" 2>&1 || {
  tail -n 20 "$root.log" >&2
  rm -f "$root.log"
  fail "debootstrap failed"
}
rm -f "$root.log"

cp /etc/hosts "$root/etc/hosts"
# This machine's apt configuration: sources, proxies and everything else it needs to fetch packages.
rm -f "$root/etc/apt/sources.list"
for source in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
  [ ! -e "$source" ] || cp "$source" "$root$source"
done
apt-config dump | grep '^Acquire::' >"$root/etc/apt/apt.conf.d/99host" || true
# Installing a package must not start its service, which would take this machine's ports.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"

npm_folder=$(dirname "$(dirname "$(realpath "$(command -v npm)")")")
[ -d "$npm_folder/node_modules" ] || fail "npm in $npm_folder is not complete in itself: use the npm that comes with Node"
cp "$(node -p process.execPath)" "$root/usr/local/bin/node"
mkdir -p "$root/usr/local/lib/node_modules"
cp -R "$npm_folder" "$root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
[ -z "${NODE_EXTRA_CA_CERTS:-}" ] || cp "$NODE_EXTRA_CA_CERTS" "$root/usr/local/lib/extra-certificates.pem"
registry=$(npm config get registry 2>/dev/null)

git clone --quiet "file://$project" "$root/srv/neonrelay"

echo "bare-root: running $*" >&2
# Also a process namespace, which ends any leftover processes of the command.
unshare --mount --pid --fork --kill-child sh -eu -c '
  root=$1
  shift
  # The root must be a mount, as on a real machine, or no mount namespace can be made inside.
  mount --bind "$root" "$root"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs tmpfs "$root/dev/shm"
  mount --rbind /sys "$root/sys"
  mount -t proc proc "$root/proc"
  exec chroot "$root" "$@"
' bare-root "$root" env -i \
  CI=true HOME=/root TERM=dumb PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  npm_config_registry="$registry" \
  ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS=/usr/local/lib/extra-certificates.pem} \
  ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
  ${no_proxy:+no_proxy="$no_proxy"} \
  sh -c 'cd /srv/neonrelay && exec "$@"' run "$@" &
inside=$!
trap 'kill -KILL "$inside"; exit 130' HUP INT TERM
wait "$inside"
