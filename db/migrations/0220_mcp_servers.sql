-- The server.json of listed MCP servers, whole, for clients of the MCP Registry's API. A row outlives its listing: a
-- client that asks what has changed learns of the removal.

create table mcp_servers (
  -- The name in server.json, such as com.example/weather.
  name text collate "C" primary key check (char_length(name) between 3 and 200),
  listing_id uuid references listings on delete set null,
  -- As it was written, its order included.
  server json not null check (octet_length(server::text) <= 262144),
  published_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index mcp_servers_listing on mcp_servers (listing_id);
create index mcp_servers_updated on mcp_servers (updated_at);

-- Coming and going of a listing changes the status of its servers.
create function touch_mcp_servers() returns trigger language plpgsql as $$
  begin
    update mcp_servers set updated_at = now() where listing_id = old.id;
    return case tg_op when 'DELETE' then old end;
  end $$;
create trigger listings_mcp_servers_update after update on listings
  for each row when (old.status is distinct from new.status) execute function touch_mcp_servers();
create trigger listings_mcp_servers_delete before delete on listings
  for each row execute function touch_mcp_servers();

-- down

drop trigger listings_mcp_servers_update on listings;
drop trigger listings_mcp_servers_delete on listings;
drop function touch_mcp_servers;
drop table mcp_servers;
