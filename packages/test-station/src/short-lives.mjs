import { setFlagsFromString } from "node:v8";

/**
 * For every process of the tests, which are given it with --import. None lives long enough to get back what optimizing
 * the embedded database's code costs: more than half of its opening. JavaScript, since npm may run on an older Node.
 */
for (const flag of ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]) setFlagsFromString(flag);
