// What decides whether anything has to be installed: plain JavaScript, as bootstrap.mjs, which reads the two files.

/**
 * Whether node_modules holds what package-lock.json names.
 * @param installed what npm has noted in node_modules; undefined: nothing
 */
export function isInstalled({ wanted, installed, withDevelopment }) {
  if (installed === undefined) return false;
  return Object.entries(wanted).every(([place, each]) => {
    if (!place.startsWith("node_modules/")) return true;
    const found = installed[place];
    if (found !== undefined)
      return found.version === each.version && found.integrity === each.integrity;
    if (each.dev && !withDevelopment) return true;
    return each.optional && !isForThisMachine(each);
  });
}

/** Optional packages name the machines they are for. Those that name none belong to one that does. */
function isForThisMachine({ os, cpu, libc }) {
  return os?.includes(process.platform) && cpu?.includes(process.arch) && libc === undefined;
}
