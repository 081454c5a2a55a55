import { pino, type Logger, type LoggerOptions } from "pino";

export type { Logger };

/** Levels LOG_LEVEL takes, quietest last. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * The structured log of one process: JSON lines on stdout, which the launcher prefixes with `part`.
 * @param part the name shown in front of each line: `server`, `on-air`, `engine`, `media`
 */
export function createLog(identity: LogIdentity): Logger {
  return pino(optionsOf(identity));
}

/** Like {@link createLog}, but each line, with its newline, goes to `write`. */
export function createLogTo(write: (line: string) => void, identity: LogIdentity): Logger {
  return pino(optionsOf(identity), { write });
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
    serializers: { error: pino.stdSerializers.err },
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ["password", "accessCode", "cookie", "authorization"], censor: "[hidden]" },
  };
}
