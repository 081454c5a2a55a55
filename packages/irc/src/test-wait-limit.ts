/** How long tests wait for what a server or a program does, in ms, however busy the machine is. */
// oxlint-disable-next-line node/no-process-env -- unit tests have less: it ends before they do, and names what is missing
export const WAIT_LIMIT_MS = Number(process.env["TEST_WAIT_LIMIT_MS"] ?? 120_000);
