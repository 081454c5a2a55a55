/**
 * For the processes of suites, which are given it with --import. To the system process 0 is the caller's whole group, so a
 * test that does not find the process that it wants to signal would end the whole run without a word.
 */
const kill = process.kill.bind(process);
process.kill = (pid, signal) => {
  if (pid === 0) throw new Error(`There is no process to send ${signal ?? "SIGTERM"} to`);
  return kill(pid, signal);
};
