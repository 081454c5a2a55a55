/**
 * Preloaded into suites with --import. Process id 0 means the caller's whole group, so a test that fails to find the
 * process to signal would silently kill the whole run.
 */
const kill = process.kill.bind(process);
process.kill = (pid, signal) => {
  if (pid === 0) throw new Error(`There is no process to send ${signal ?? "SIGTERM"} to`);
  return kill(pid, signal);
};
