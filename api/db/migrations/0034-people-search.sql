-- The staff finds a person among 200,000 by a part of the address or name, and a day's sales among
-- millions of orders.
CREATE INDEX users_search ON users
  USING gin ((email || ' ' || lower(coalesce(name, '') || ' ' || coalesce(surname, ''))) gin_trgm_ops);
CREATE INDEX orders_time ON orders USING brin (created_at);
CREATE INDEX deposits_time ON deposits USING brin (settled_at);
