// Decides whether anything must be installed: plain JavaScript, like bootstrap.mjs, which reads the two files.

/**
 * Whether node_modules matches package-lock.json.
 * @param installed npm's record in node_modules; undefined: none
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

/** Optional packages list the machines they are for. One without a list belongs to one that has it. */
function isForThisMachine({ os, cpu, libc }) {
  return os?.includes(process.platform) && cpu?.includes(process.arch) && libc === undefined;
}
