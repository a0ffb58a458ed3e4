-- The demo's AV1 copy of ocean was made anew. Clips are served as immutable, so it has another name.
update video set sources = (
  select jsonb_agg(
    case when source ->> 'url' = '/media/clips/ocean.540av1.mp4'
      then source || '{"url": "/media/clips/ocean.540av1-2.mp4", "bytes": 211227}' else source end
    order by place
  ) from jsonb_array_elements(sources) with ordinality as each (source, place)
)
where sources @> '[{"url": "/media/clips/ocean.540av1.mp4"}]';
