/**
 * Writes hostile music files into a folder, to try on a station: `node scripts/hostile-music.ts FOLDER [SEED]`. The
 * same seed gives the same files. Needs ffmpeg.
 */
import { writeHostileMusic } from "@neonrelay/test-station/hostile-music";

const [folder, seed = "1"] = process.argv.slice(2);
if (folder === undefined || !/^\d{1,6}$/.test(seed)) {
  console.error("Usage: node scripts/hostile-music.ts FOLDER [SEED, a number]");
  process.exit(1);
}
const files = await writeHostileMusic(folder, { seed: Number(seed), amount: "all" });
console.log(`${files.length} files and some links are in ${folder}`);
