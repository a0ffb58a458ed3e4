-- By which licence a clip is shown, and where its author published it; null: nothing is said of it.
alter table video
  add column if not exists clip_licence text,
  add column if not exists clip_source text;
