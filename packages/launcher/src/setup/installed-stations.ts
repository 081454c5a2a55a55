import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { readStationEnvironment } from "../data-folder.ts";
import { serviceNamesOf } from "./station-name-rules.ts";

/** Where units are installed and enabled; instances of the template appear only among the enabled ones. */
const UNITS = "/etc/systemd/system";
const WANTED = "multi-user.target.wants";
const unitName = /^neonrelay(?:@([a-z\d-]+))?\.service$/;
const TEMPLATE = "neonrelay@.service";

/** A station that systemd starts on this machine. */
export interface InstalledStation {
  /** null: the unnamed station. */
  readonly name: string | null;
  readonly dataDir: string;
}

/**
 * Stations that systemd knows.
 * @param folder systemd's unit folder
 */
export function listInstalledStations(folder = UNITS): readonly InstalledStation[] {
  const entries = [folder, path.join(folder, WANTED)].flatMap(namesIn);
  return [...new Set(entries)].flatMap((entry) => {
    const [found, name = null] = unitName.exec(entry) ?? [];
    if (found === undefined) return [];
    const unit = textOf(path.join(folder, entry)) ?? textOf(path.join(folder, TEMPLATE)) ?? "";
    return [{ name, dataDir: dataFolderOf(unit, name) }];
  });
}

/** Ports in other stations' settings, whether those run or not; unreadable settings are skipped. */
export function portsOfOthers(
  stations: readonly InstalledStation[],
  dataDir: string,
): ReadonlySet<number> {
  const ports = stations
    .filter((station) => station.dataDir !== dataDir)
    .flatMap((station) => {
      const set = environmentOf(station.dataDir);
      return set === null
        ? []
        : [
            set["PORT"] ?? "5000",
            set["STREAM_PORT"] ?? "8000",
            set["IRC_LISTEN_PORT"] ?? "6667",
            set["IRC_LISTEN_TLS_PORT"],
            set["SHOUTCAST_PORT"],
          ];
    });
  return new Set(ports.map(Number).filter((port) => port > 0));
}

function environmentOf(dataDir: string) {
  try {
    return readStationEnvironment(dataDir);
  } catch {
    return null; // not reported here
  }
}

function dataFolderOf(unit: string, name: string | null): string {
  const line = unit.split("\n").find((text) => /^Environment="?DATA_DIR=/.test(text)) ?? "";
  const [, quoted] = /^Environment="DATA_DIR=([^"]*)"/.exec(line) ?? [];
  const [, plain] = /^Environment=DATA_DIR=(\S+)/.exec(line) ?? [];
  const written = (quoted ?? plain ?? serviceNamesOf(name).folder).replaceAll("%i", name ?? "");
  return written.replaceAll("%%", "%");
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // no systemd
  }
}

/** null: absent or unreadable. */
export function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
