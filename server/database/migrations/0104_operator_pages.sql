-- The operator's own pages: terms, privacy, imprint, support. Every text that was ever shown is kept, for people
-- have agreed to it. A version has one text a language; of several rows of one language the last is shown.
create table operator_page (
  operator_page_id bigint generated always as identity primary key,
  page text not null check (page in ('terms', 'privacy', 'imprint', 'support')),
  version int not null check (version > 0),
  language text not null check (language ~ '^[a-z]{2,3}(-[A-Z]{2})?$'),
  sha256 bytea not null check (octet_length(sha256) = 32),
  markdown text not null check (char_length(markdown) between 1 and 200000),
  published_at timestamptz not null
);
create index operator_page_by_version on operator_page (page, version, language, operator_page_id);
