import type { IcecastOutputs } from "../icecast/icecast-outputs.ts";
import {
  commands,
  type CommandName,
  type DjKey,
  type HlsStorage,
  type IcecastOutput,
  type OnAirSettings,
  type SlotRules,
} from "../protocol/index.ts";
import type { DjLineup } from "../djs/dj-lineup.ts";
import type { Journal } from "../state/journal.ts";
import type { Playout } from "../playout/playout.ts";
import { encodedFormats } from "../stream/mount-formats.ts";
import { whyUnsupported } from "../formats/stream-formats.ts";

export interface CommandRequest {
  readonly name: CommandName;
  /** Not parsed yet. */
  readonly input: unknown;
}

export type CommandOutcome =
  | { readonly kind: "done"; readonly output: unknown }
  | { readonly kind: "refused"; readonly reason: string };

interface CommandParts {
  readonly playout: Playout;
  readonly outputs: Pick<IcecastOutputs, "test">;
  readonly setOutputs: (outputs: readonly IcecastOutput[]) => void;
  readonly setHlsStorage: (storage: HlsStorage | null) => void;
  readonly restartEngine: () => boolean;
  readonly setLevels: (isOn: boolean) => void;
  readonly djLineup: Pick<DjLineup, "setKeys" | "setSlots" | "kick">;
  readonly journal: Journal;
  readonly sessionStartMs: (cid: string) => number | undefined;
}

/** Creates the runner of the server's commands; each of them is idempotent. */
export function createCommandRunner(
  parts: CommandParts,
): (request: CommandRequest) => CommandOutcome | Promise<CommandOutcome> {
  return ({ name, input }) => {
    switch (name) {
      case "setQueue":
        return obey(commands.setQueue.input.safeParse(input), ({ entries }) =>
          parts.playout.setQueue(entries),
        );
      case "setRotation":
        return obey(commands.setRotation.input.safeParse(input), ({ tracks }) =>
          parts.playout.setRotation(tracks),
        );
      case "setPlan":
        return obey(commands.setPlan.input.safeParse(input), ({ items }) =>
          parts.playout.setPlan(items),
        );
      case "setSettings":
        return setSettings(parts.playout, commands.setSettings.input.safeParse(input));
      case "drive":
        return run(commands.drive.input.safeParse(input), (driven) => {
          parts.playout.setSettings({ ...parts.playout.settings, ...driven });
          return null;
        });
      case "skip":
        return run(commands.skip.input.safeParse(input), ({ fadeMs, playId }) => ({
          skipped: parts.playout.orders.skip({ fadeMs, playId: playId ?? null }),
        }));
      case "fade":
        return run(commands.fade.input.safeParse(input), (fade) => ({
          faded: parts.playout.orders.fade(fade),
        }));
      case "restart":
        return run(commands.restart.input.safeParse(input), () => ({
          restarted: parts.playout.orders.restart(),
        }));
      case "restartEngine":
        return run(commands.restartEngine.input.safeParse(input), () => ({
          restarted: parts.restartEngine(),
        }));
      case "setOutputs":
        return obey(commands.setOutputs.input.safeParse(input), ({ outputs }) =>
          parts.setOutputs(outputs),
        );
      case "testOutput":
        return testOutput(parts.outputs, commands.testOutput.input.safeParse(input));
      case "setHlsStorage":
        return obey(commands.setHlsStorage.input.safeParse(input), ({ storage }) =>
          parts.setHlsStorage(storage),
        );
      case "setLevels":
        return obey(commands.setLevels.input.safeParse(input), ({ isOn }) => parts.setLevels(isOn));
      case "setDjKeys":
        return setDjKeys(parts.djLineup, commands.setDjKeys.input.safeParse(input));
      case "setLiveSlots":
        return setLiveSlots(parts.djLineup, commands.setLiveSlots.input.safeParse(input));
      case "kickLive":
        return run(commands.kickLive.input.safeParse(input), ({ sessionId }) => ({
          kicked: parts.djLineup.kick(sessionId),
        }));
      case "giveAnotherTry":
        return giveAnotherTry(parts.playout, commands.giveAnotherTry.input.safeParse(input));
      case "session":
        return run(commands.session.input.safeParse(input), ({ cid }) => {
          const startMs = parts.sessionStartMs(cid.toLowerCase());
          return startMs === undefined ? null : { startMs };
        });
      case "acknowledge":
        return obey(commands.acknowledge.input.safeParse(input), ({ number }) =>
          parts.journal.acknowledge(number),
        );
      case "takeSessions":
      case "listeningNow":
      case "disconnectListener":
        return { kind: "refused", reason: "this on-air has no ledger of listeners" };
      default:
        return name satisfies never;
    }
  };
}

function setSettings(playout: Playout, parsed: Parsed<OnAirSettings>): CommandOutcome {
  const formats = parsed.success ? encodedFormats(parsed.data) : [];
  const reason = formats.map(whyUnsupported).find((each) => each !== null);
  if (reason !== undefined) return { kind: "refused", reason };
  return run(parsed, (settings) => {
    playout.setSettings(settings);
    return null;
  });
}

function giveAnotherTry(
  playout: Playout,
  parsed: Parsed<{ readonly trackId: string }>,
): CommandOutcome {
  return run(parsed, ({ trackId }) => {
    playout.giveAnotherTry(trackId);
    return null;
  });
}

function setDjKeys(
  lineup: CommandParts["djLineup"],
  parsed: Parsed<{ readonly keys: readonly DjKey[] }>,
): CommandOutcome {
  return run(parsed, ({ keys }) => {
    lineup.setKeys(keys);
    return null;
  });
}

function setLiveSlots(lineup: CommandParts["djLineup"], parsed: Parsed<SlotRules>): CommandOutcome {
  return run(parsed, (rules) => {
    lineup.setSlots(rules);
    return null;
  });
}

async function testOutput(
  outputs: CommandParts["outputs"],
  parsed: Parsed<Omit<IcecastOutput, "outputId">>,
): Promise<CommandOutcome> {
  if (!parsed.success) return run(parsed, () => null);
  return { kind: "done", output: { problem: await outputs.test(parsed.data) } };
}

/** For commands without a result. */
function obey<Input>(parsed: Parsed<Input>, act: (input: Input) => void): CommandOutcome {
  return run(parsed, (input) => {
    act(input);
    return null;
  });
}

type Parsed<Input> =
  | { readonly success: true; readonly data: Input }
  | {
      readonly success: false;
      readonly error: {
        readonly issues: readonly {
          readonly path: readonly PropertyKey[];
          readonly message: string;
        }[];
      };
    };

function run<Input>(parsed: Parsed<Input>, act: (input: Input) => unknown): CommandOutcome {
  if (parsed.success) return { kind: "done", output: act(parsed.data) };
  const issue = parsed.error.issues[0];
  const field = issue?.path.map(String).join(".") ?? "";
  return {
    kind: "refused",
    reason: `${field === "" ? "the input" : field}: ${issue?.message ?? "can't be understood"}`,
  };
}
