// Written by `python -m tools.protocol` from the service's types: not by hand.

export * from "./protocol/scene";
export * from "./protocol/choice";
export * from "./protocol/guide";
export * from "./protocol/table";
export * from "./protocol/http";
export * from "./protocol/shelf";
export * from "./protocol/replay";
export * from "./protocol/matches";
export * from "./protocol/lab";
