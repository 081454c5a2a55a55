import { pino, type DestinationStream, type Logger, type LoggerOptions } from "pino";

export type { Logger };

/** Levels LOG_LEVEL takes, quietest last. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * The structured log of one process: JSON lines on stdout, which the launcher prefixes with `part`.
 * @param part the name at the start of each line: `server`, `on-air`, `engine`, `media`
 */
export function createLog(identity: LogIdentity): Logger {
  return pino(optionsOf(identity), openStdout());
}

/** Like {@link createLog}, but each line, with its newline, goes to `write`. */
export function createLogTo(write: (line: string) => void, identity: LogIdentity): Logger {
  return pino(optionsOf(identity), { write });
}

/**
 * Like {@link createLog}, but warnings and errors also go to `onTrouble`, one line each with its newline, whatever the
 * log level.
 */
export function createWatchedLog(onTrouble: (line: string) => void, identity: LogIdentity): Logger {
  return createWatchedLogTo({ stream: openStdout(), onTrouble }, identity);
}

/** Like {@link createWatchedLog}, but the log goes to `stream`. */
export function createWatchedLogTo(
  {
    stream,
    onTrouble,
  }: {
    readonly stream: { readonly write: (line: string) => void };
    readonly onTrouble: (line: string) => void;
  },
  identity: LogIdentity,
): Logger {
  const { level } = identity;
  const isQuiet = logLevels.indexOf(level) > logLevels.indexOf("warn");
  return pino(
    optionsOf({ ...identity, level: isQuiet ? "warn" : level }),
    pino.multistream([
      ...(level === "silent" ? [] : [{ level, stream }]),
      { level: "warn", stream: { write: onTrouble } },
    ]),
  );
}

/**
 * Writes each line at once. The stream's own flush waits for ever on a full pipe that has lost its reader, and the part
 * would outlive a killed launcher, still holding the station's ports and lock.
 */
function openStdout(): DestinationStream {
  const stream = pino.destination(1);
  stream.flushSync = () => {};
  return stream;
}

interface LogIdentity {
  readonly part: string;
  readonly level: LogLevel;
}

function optionsOf({ part, level }: LogIdentity): LoggerOptions {
  return {
    level,
    base: { part },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: describeError },
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ["password", "accessCode", "cookie", "authorization"], censor: "[hidden]" },
  };
}

/** Name, message with those of its causes, stack and code. An error's other properties may hold secrets. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const code = "code" in error ? error.code : undefined;
  return { type, message, ...(typeof code === "string" && { code }), stack };
}
