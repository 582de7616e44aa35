import { expect, it } from "vitest";
import { invitationTo, reach } from "../src/lib/tables";

it.each([
  ["http://127.0.0.1:8377", "machine"],
  ["http://localhost:8377", "machine"],
  ["http://[::1]:8377", "machine"],
  ["http://192.168.1.20:8377", "network"],
  ["http://172.20.0.3", "network"],
  ["http://172.32.0.3", "internet"],
  ["http://[fd00::1]:8377", "network"],
  ["http://kitchen:8377", "network"],
  ["http://kitchen.local", "network"],
  ["https://cards.example", "internet"],
])("tells whom %s reaches", (address, whom) => expect(reach(address)).toBe(whom));

it("bears the network's address where the page's own reaches nobody else", () => {
  const near = { secret: "s", network: "http://192.168.1.20:8377" };
  expect(invitationTo("t", near, "http://127.0.0.1:8377")).toBe("http://192.168.1.20:8377/t/t#s");
  expect(invitationTo("t", near, "https://cards.example")).toBe("https://cards.example/t/t#s");
  expect(invitationTo("t", { secret: "s", network: "" }, "http://127.0.0.1:1")).toBe("http://127.0.0.1:1/t/t#s");
});
