import { announcementSettings } from "./announcement-rules.ts";
import type { AnnouncementSetting } from "./announcement-rules.ts";

const KEY = "neonrelay_chat_announcements";

export function loadAnnouncementSetting(): AnnouncementSetting {
  try {
    const stored = localStorage.getItem(KEY);
    return announcementSettings.find((setting) => setting === stored) ?? "mentions";
  } catch {
    return "mentions";
  }
}

export function saveAnnouncementSetting(setting: AnnouncementSetting): void {
  try {
    localStorage.setItem(KEY, setting);
  } catch (error) {
    console.warn("announcement setting not stored", error);
  }
}
