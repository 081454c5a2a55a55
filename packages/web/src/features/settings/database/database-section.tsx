import type { DatabaseStatus } from "@neonrelay/contract/callers";
import { Copy, ExternalLink, Play, Terminal } from "lucide-react";
import { Suspense, useState } from "react";
import { failureText } from "../../../api/call-api.ts";
import { ErrorBoundary } from "../../../frame/error-boundary.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { FormSection } from "../../../ui/form-fields.tsx";
import { formatDayAndTime, UNKNOWN } from "../../../ui/format-time.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { LoadingRows } from "../../../ui/panel-state.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import { useRight } from "../../accounts/index.ts";
import { useDatabaseStatus, useTestDatabase } from "../system/system-data.ts";

/** Rarely opened, so it loads on demand. */
const { Part: SqlConsole } = lazyPart(async () => (await import("./sql-console.tsx")).SqlConsole);

/** The database: which one, its contents, and whether it works. */
export function DatabaseSection() {
  const status = useDatabaseStatus();
  const problem = status.isError
    ? failureText(status.error, "The database status could not be loaded")
    : (status.data?.error ?? null);
  return (
    <>
      {problem !== null && (
        <p
          role="alert"
          className="rounded-m border border-danger bg-s2 px-4 py-3 break-words text-danger"
        >
          {problem}
        </p>
      )}
      <Loaded what="database status" query={status}>
        {(database) => (
          <>
            <Connection
              database={{ ...database, connected: database.connected && !status.isError }}
            />
            <DatabaseTest />
            {database.consoleUrl === null && <OwnConsole />}
            <Tables database={database} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Connection({ database }: { readonly database: DatabaseStatus }) {
  const copy = useCopy();
  const address = parseDatabaseAddress(database.url);
  return (
    <FormSection title="Database Status">
      <p className="flex flex-wrap items-center gap-3">
        <span
          className={`badge ${database.connected ? "border-accent-edge text-accent-text" : "border-danger text-danger"}`}
        >
          {database.connected ? "Connected" : "Disconnected"}
        </span>
        <span className="text-[13px] text-muted">
          checked {formatDayAndTime(Date.parse(database.lastChecked))}
        </span>
      </p>
      <div className="flex items-center gap-2">
        <input
          className="field font-mono text-[13px]"
          aria-label="Database URL"
          readOnly
          value={database.url}
        />
        <button
          type="button"
          className="icon-button"
          aria-label="Copy the database URL"
          onClick={() => copy(database.url)}
        >
          <Copy size={18} aria-hidden="true" />
        </button>
      </div>
      <Facts
        facts={[
          ["Name", address.name],
          ["Host", address.host],
          ["Port", address.port],
          [
            "Engine",
            `PostgreSQL ${database.version ?? UNKNOWN}, ${database.engine === "embedded" ? "embedded" : "on a server"}`,
          ],
          ["ORM", database.orm],
          ["SSL", sslWord(database)],
          ["Tables", String(database.tableCount ?? UNKNOWN)],
        ]}
      />
      {database.consoleUrl !== null && (
        <div>
          <a
            className="button"
            href={database.consoleUrl}
            target="_blank"
            rel="noopener noreferrer"
          >
            <ExternalLink size={16} aria-hidden="true" />
            Open Console
          </a>
        </div>
      )}
    </FormSection>
  );
}

/** The station's own console, unless another one is configured. */
function OwnConsole() {
  const mayUse = useRight("database_console");
  const [isOpen, setIsOpen] = useState(false);
  if (!mayUse) return null;
  if (isOpen)
    return (
      <ErrorBoundary scope="panel">
        <Suspense fallback={<LoadingRows label="Loading the console" count={3} />}>
          <SqlConsole />
        </Suspense>
      </ErrorBoundary>
    );
  return (
    <FormSection title="SQL Console" text="Run one read-only SQL statement. Super admins only.">
      <div>
        <button type="button" className="button" onClick={() => setIsOpen(true)}>
          <Terminal size={16} aria-hidden="true" />
          Open Console
        </button>
      </div>
    </FormSection>
  );
}

function sslWord({ connected, ssl, engine }: DatabaseStatus): string {
  if (!connected) return UNKNOWN;
  if (engine === "embedded") return "not needed: it never leaves the process";
  return ssl ? "on" : "off";
}

function DatabaseTest() {
  const test = useTestDatabase();
  return (
    <FormSection title="Connection Test">
      <div>
        <button
          type="button"
          className="button"
          disabled={test.isPending}
          onClick={() => test.mutate()}
        >
          <Play size={16} aria-hidden="true" />
          {test.isPending ? "Testing..." : "Test Database"}
        </button>
      </div>
      {test.data !== undefined && (
        <ul className="flex flex-col" aria-label="Test results">
          {test.data.tests.map(({ name, status, durationMs, error }) => (
            <li key={name} className="flex flex-wrap items-center gap-3 border-t border-line py-2">
              <span className={`badge ${status === "OK" ? "text-accent-text" : "text-danger"}`}>
                {status}
              </span>
              <span className="flex-1">{name}</span>
              <span className="text-[13px] text-muted tabular-nums">
                {error ?? `${durationMs} ms`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  );
}

function Tables({ database }: { readonly database: DatabaseStatus }) {
  const tables = Object.entries(database.tables);
  if (tables.length === 0) return null;
  return (
    <FormSection title="Rows">
      <Facts facts={tables.map(([name, rows]) => [name, String(rows)] as const)} />
    </FormSection>
  );
}

/** Name, host and port in a database's address; the embedded one has only a folder. */
export function parseDatabaseAddress(url: string): {
  readonly name: string;
  readonly host: string;
  readonly port: string;
} {
  const parsed = URL.parse(url);
  if (url.startsWith("embedded") || parsed === null)
    return { name: "embedded", host: "this machine", port: UNKNOWN };
  return {
    name: decodeURIComponent(parsed.pathname.slice(1)),
    host: parsed.hostname,
    port: parsed.port === "" ? "5432" : parsed.port,
  };
}
