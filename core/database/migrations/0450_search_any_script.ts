import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Under the locale C, `lower` of PostgreSQL changes only Latin letters. Nearly every build includes ICU; this falls back to `lower` without
 * it.
 */
const ANY_SCRIPT = `
  do $do$ begin
    if exists (select 1 from pg_collation where collname = 'und-x-icu') then
      create or replace function search_key(value text) returns text language sql immutable parallel safe strict
        as $$ select translate(lower(public.unaccent('public.unaccent'::regdictionary, value) collate "und-x-icu"), 'άέήίϊΐόύϋΰώς', 'αεηιιιουυυωσ') $$;
    end if;
  end $do$;`

const LATIN_ALONE = `
  create or replace function search_key(value text) returns text language sql immutable parallel safe strict
    as $$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;`

/** Recomputes generated columns and indexes, which store the old result. Writes only rows that change, and fires no triggers. */
const RENEWED = `
  do $do$
  declare
    kept record;
  begin
    for kept in
      select a.attrelid::regclass as of_table, quote_ident(a.attname) as name, pg_get_expr(d.adbin, d.adrelid) as made,
             (select quote_ident(f.attname) from pg_attribute f
               where f.attrelid = a.attrelid and f.attnum > 0 and not f.attisdropped and f.attgenerated = '' and f.attidentity = ''
               order by f.attnum limit 1) as touched
        from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
       where a.attgenerated = 's' and pg_get_expr(d.adbin, d.adrelid) like '%search_key(%'
    loop
      execute format('alter table %s disable trigger user', kept.of_table);
      execute format('update %s set %s = %2$s where %s is distinct from (%s)', kept.of_table, kept.touched, kept.name, kept.made);
      execute format('alter table %s enable trigger user', kept.of_table);
    end loop;
    for kept in
      select i.indexrelid::regclass as name from pg_index i
       where pg_get_indexdef(i.indexrelid) like '%search_key(%'
    loop
      begin
        execute format('reindex index %s', kept.name);
      exception when unique_violation then
        -- Two names that differ only in letter case were allowed so far. They must not stop the platform from starting.
        raise warning 'index % keeps its old entries: two of its names differ in letter case alone', kept.name;
      end;
    end loop;
  end $do$;
  update core_member_texts t
     set sort_name = m.sort_name, search_text = search_key(m.firstname || ' ' || m.lastname || ' ' || m.email)
    from core_memberships m
   where m.id = t.member_id
     and (t.sort_name, t.search_text) is distinct from (m.sort_name, search_key(m.firstname || ' ' || m.lastname || ' ' || m.email));
  insert into core_name_words
    select distinct m.company_id, w from core_memberships m, regexp_split_to_table(m.sort_name, '[^[:alnum:]]+') w where length(w) >= 3
    on conflict do nothing;`

export const toAnyScript = ANY_SCRIPT + RENEWED
export const toLatinAlone = LATIN_ALONE + RENEWED

/** The search finds Greek and Cyrillic names in both letter cases, with and without accents, including existing names. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(toAnyScript)
  }

  async down() {
    this.schema.raw(toLatinAlone)
  }
}
