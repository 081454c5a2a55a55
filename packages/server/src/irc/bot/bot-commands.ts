import type { BotCommand } from "./command.ts";
import { ban } from "./commands/ban.ts";
import { cancel } from "./commands/cancel.ts";
import { help } from "./commands/help.ts";
import { kick } from "./commands/kick.ts";
import { last } from "./commands/last.ts";
import { like } from "./commands/like.ts";
import { listeners } from "./commands/listeners.ts";
import { mute } from "./commands/mute.ts";
import { next } from "./commands/next.ts";
import { np } from "./commands/np.ts";
import { queue } from "./commands/queue.ts";
import { request } from "./commands/request.ts";
import { schedule } from "./commands/schedule.ts";
import { search } from "./commands/search.ts";
import { show } from "./commands/show.ts";
import { skip } from "./commands/skip.ts";
import { unmute } from "./commands/unmute.ts";
import { when } from "./commands/when.ts";
import { why } from "./commands/why.ts";

/** Every command of the bot, in the order people see them. */
export const botCommands: readonly BotCommand[] = [
  request,
  when,
  cancel,
  np,
  why,
  next,
  show,
  schedule,
  queue,
  last,
  search,
  like,
  skip,
  listeners,
  mute,
  unmute,
  kick,
  ban,
  help,
];
