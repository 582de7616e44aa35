import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The page's logic is tested as a browser would run it, runes and all, but without one: tests bring what they need.
export default defineConfig({
  plugins: [svelte({ configFile: false })],
  resolve: { conditions: ["browser"] },
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "./tests/environment.ts",
    pool: "threads",
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
