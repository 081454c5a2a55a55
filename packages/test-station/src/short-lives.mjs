import { setFlagsFromString } from "node:v8";

/**
 * Preloaded into every test process with --import. None lives long enough to recoup the cost of optimising the embedded
 * database's code: more than half of its opening time. JavaScript, since npm may run on an older Node.
 */
for (const flag of ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]) setFlagsFromString(flag);
