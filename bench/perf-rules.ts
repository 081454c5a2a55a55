/** A stack frame as Linux perf prints it: function name and code file. */
interface Frame {
  readonly symbol: string;
  readonly file: string;
}

/** A thread's stack at a sample, innermost function first. */
export interface Sample {
  readonly pid: number;
  readonly frames: readonly Frame[];
}

/** What the time is spent on, in table order. */
export const workKinds = [
  "kernel: sending",
  "kernel: the receiver's end of the loopback interface",
  "kernel: reading",
  "kernel: waiting for work and waking threads",
  "kernel: memory",
  "kernel: other",
  "FFmpeg and its binding",
  "our JavaScript",
  "JavaScript of packages",
  "embedded database",
  "Node's JavaScript",
  "Node and V8",
  "garbage collection",
  "other programs",
] as const;
export type WorkKind = (typeof workKinds)[number];

/** By kernel function; the innermost one listed here decides. */
const kernelKinds: ReadonlyMap<string, WorkKind> = new Map([
  ...kindsOf("kernel: the receiver's end of the loopback interface", [
    "net_rx_action",
    "process_backlog",
    "tcp_v4_rcv",
  ]),
  ...kindsOf("kernel: sending", [
    "ksys_write",
    "do_writev",
    "vfs_writev",
    "sock_write_iter",
    "__sys_sendto",
    "__sys_sendmsg",
    "tcp_sendmsg",
  ]),
  ...kindsOf("kernel: reading", [
    "ksys_read",
    "vfs_read",
    "sock_read_iter",
    "__sys_recvfrom",
    "__sys_recvmsg",
    "do_readv",
    "ksys_pread64",
  ]),
  ...kindsOf("kernel: waiting for work and waking threads", [
    "ep_poll",
    "do_epoll_wait",
    "do_epoll_ctl",
    "__x64_sys_epoll_ctl",
    "do_futex",
    "hrtimer_nanosleep",
    "schedule",
    "__schedule",
    "exit_to_user_mode_loop",
  ]),
  ...kindsOf("kernel: memory", [
    "exc_page_fault",
    "ksys_mmap_pgoff",
    "__vm_munmap",
    "do_madvise",
    "__x64_sys_mremap",
    "__do_sys_brk",
    "do_mprotect_pkey",
  ]),
]);

const collecting =
  /^v8::internal::(?:Heap::|Scaveng|MarkCompact|Marking|MinorMark|ConcurrentMark|Sweeper|IncrementalMark|YoungGeneration|PagedSpace::|MainAllocator::)/;
const KERNEL = "[kernel.kallsyms]";

/** Parses the output of `perf script -F comm,pid,ip,sym,dso`. */
export function samplesOf(printed: string): readonly Sample[] {
  return printed
    .split("\n\n")
    .map((part) => part.split("\n").filter((line) => line.trim() !== ""))
    .flatMap(([head, ...lines]) => {
      const pid = Number(/(\d+)\s*$/.exec(head ?? "")?.[1]);
      return Number.isInteger(pid) ? [{ pid, frames: lines.map(frameOf) }] : [];
    });
}

/** `  7f09 pump (/path/of/file)`; names may contain blanks and brackets. */
function frameOf(line: string): Frame {
  const [, ...words] = line.trim().split(" ");
  const text = words.join(" ");
  const at = text.lastIndexOf(" (");
  return at < 0
    ? { symbol: text, file: "" }
    : { symbol: text.slice(0, at), file: text.slice(at + 2, -1) };
}

export function workKindOf({ frames }: Sample): WorkKind {
  const [innermost] = frames;
  if (innermost?.file.startsWith("[kernel") === true) return kernelKindOf(frames);
  if (frames.some(({ symbol }) => collecting.test(symbol))) return "garbage collection";
  // libc and V8's own functions work for their callers.
  const worker = frames.find((frame) => !isHelper(frame));
  return worker === undefined ? "Node and V8" : userKindOf(worker);
}

function kernelKindOf(frames: readonly Frame[]): WorkKind {
  for (const { symbol, file } of frames) {
    if (file !== KERNEL) break;
    const kind = kernelKinds.get(symbol);
    if (kind !== undefined) return kind;
  }
  return "kernel: other";
}

function isHelper({ symbol, file }: Frame): boolean {
  return (
    symbol.startsWith("Builtins_") ||
    file === "[unknown]" ||
    file === "[vdso]" ||
    /\/(?:libc|libm|libstdc\+\+|libgcc_s)\.so/.test(file)
  );
}

function userKindOf({ symbol, file }: Frame): WorkKind {
  if (/node-av/.test(file)) return "FFmpeg and its binding";
  if (symbol.startsWith("JS:")) {
    // WebAssembly functions without a file are PostgreSQL's.
    if (symbol.startsWith("JS:wasm")) return "embedded database";
    if (symbol.includes("/node_modules/")) return "JavaScript of packages";
    return / node:/.test(symbol) ? "Node's JavaScript" : "our JavaScript";
  }
  return file.endsWith("/node") || /perf-\d+\.map$/.test(file) ? "Node and V8" : "other programs";
}

/** The function of ours in which a sample was taken: `pump (listener.ts)`; null: another kind of sample. */
export function ownFunctionOf(sample: Sample): string | null {
  if (workKindOf(sample) !== "our JavaScript") return null;
  const frame = sample.frames.find((each) => !isHelper(each));
  const found = /^JS:[*^~+']*(\S*) .*?([^/\s]+\.ts):\d+:\d+$/.exec(frame?.symbol ?? "");
  return found === null ? null : `${found[1] === "" ? "without a name" : found[1]} (${found[2]})`;
}

/** How often each name occurs, as a percentage of all samples, largest first. */
export function sharesOf(
  names: readonly (string | null)[],
): readonly { readonly name: string; readonly percent: number }[] {
  const counts = new Map<string, number>();
  for (const name of names) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, percent: (count * 100) / names.length }))
    .toSorted((one, other) => other.percent - one.percent);
}

function kindsOf(
  kind: WorkKind,
  symbols: readonly string[],
): readonly (readonly [string, WorkKind])[] {
  return symbols.map((symbol) => [symbol, kind] as const);
}
