import { BaseSchema } from '@adonisjs/lucid/schema'
import type { Knex } from 'knex'
import { ACROSS_ROLE, TENANT_ROLE } from '../config/database_roles.js'

/** The running company. `nullif` is needed: an unset setting is '' on a connection that was used before. */
export const CURRENT_COMPANY = `nullif(current_setting('app.company_id', true), '')::bigint`

/** Minimum similarity of a word that replaces one without matches (on the scale of pg_trgm). */
const ALIKE = 0.4

/** The definition of the next end of a member's rows. All values are SQL, never input. */
export interface MemberEnds {
  /** The plugin's rows, with a `membership_id`. */
  of: string
  /** The column with the end, and its type. */
  ends: string
  type: 'date' | 'timestamptz'
  /** The SQL condition on rows that count; never null. */
  counts: (row: string) => string
  /** Whether an end is still in the future, in the time zone of the company of `row`. */
  isAhead: (end: string, row: string) => string
  /** A moment before which every end is past, in every time zone. */
  maybePast: string
}

/**
 * SQL: the next end of one member. The condition is a filter of the aggregate. As a `where` it would let the planner walk an index of ends
 * until it finds the member, through everybody's rows.
 */
const nextEnd = (member: string, { of, ends, counts, isAhead }: MemberEnds) => `(
  select min(r.${ends}) filter (where ${counts('r')} and ${isAhead(`r.${ends}`, 'r')})
    from ${of} r where r.company_id = ${member}.company_id and r.membership_id = ${member}.id)`

/** A function for one company and one for all: name, which rows, who may call it. */
const scopesOf = (name: string, sharedRows: boolean) =>
  [
    [name, `format('company_id = %L${sharedRows ? ' or company_id is null' : ''}', ${CURRENT_COMPANY})`, TENANT_ROLE],
    [`${name}_across`, `'true'`, ACROSS_ROLE],
  ] as const

type Build = (table: Knex.CreateTableBuilder) => void

export interface TenantTableOptions {
  /** Platform-wide rows (company_id null) are readable by every company, writable by none. */
  sharedRows?: boolean
  /** Rows may be the platform's own (company_id null); no company reads or writes those. */
  platformRows?: boolean
  /** A second column whose company may read the row too, such as an exam's provider. Only the owner may change it. */
  alsoVisibleTo?: string
}

/**
 * Base class of every migration that creates tables. There is no other way: a table without a forced policy stops the boot and fails the
 * tests.
 */
export abstract class TenantSchema extends BaseSchema {
  /**
   * Creates a table of tenant data: id, company_id, forced row-level security and the policies of both roles. Lead every index with
   * company_id.
   */
  protected tenantTable(name: string, build: Build, options: TenantTableOptions = {}): void {
    this.schema.createTable(name, (table) => {
      table.specificType('id', 'bigint generated always as identity').primary()
      const company = table.bigInteger('company_id').references('id').inTable('core_companies').onDelete('CASCADE')
      const mayBeNull = options.sharedRows || options.platformRows
      if (!mayBeNull) company.notNullable()
      build(table as unknown as Knex.CreateTableBuilder)
      // The target of references within the company (ownReference).
      if (!mayBeNull) table.unique(['company_id', 'id'])
    })
    const own = `company_id = ${CURRENT_COMPANY}`
    const also = options.alsoVisibleTo ? ` or ${options.alsoVisibleTo} = ${CURRENT_COMPANY}` : ''
    this.protect(name, {
      read: `${own}${also}${options.sharedRows ? ' or company_id is null' : ''}`,
      write: own,
    })
  }

  /**
   * A reference to another row of the same company. The database checks foreign keys past every policy, so by id alone a company could
   * refer to another's row.
   */
  protected ownReference(table: string, column: string, target: string, onDelete: 'cascade' | 'set null' = 'cascade'): void {
    this.schema.raw(`
      alter table ${table} add constraint ${table}_${column}_own foreign key (company_id, ${column})
        references ${target} (company_id, id) on delete ${onDelete === 'cascade' ? 'cascade' : `set null (${column})`}`)
  }

  /** Creates a platform-wide table, which holds no company's data and which companies may at most read. */
  protected platformTable(name: string, build: Build, options: { companiesMayRead: boolean }): void {
    this.schema.createTable(name, (table) => {
      table.specificType('id', 'bigint generated always as identity').primary()
      build(table as unknown as Knex.CreateTableBuilder)
    })
    this.protect(name, { read: options.companiesMayRead ? 'true' : 'false', write: 'false' })
  }

  /** Forces row-level security with the given conditions for the tenant role. */
  protected protect(name: string, rule: { read: string; write: string }): void {
    this.schema.raw(`
      alter table ${name} enable row level security;
      alter table ${name} force row level security;
      create policy ${name}_read on ${name} for select to ${TENANT_ROLE} using (${rule.read});
      create policy ${name}_insert on ${name} for insert to ${TENANT_ROLE} with check (${rule.write});
      create policy ${name}_update on ${name} for update to ${TENANT_ROLE} using (${rule.write}) with check (${rule.write});
      create policy ${name}_delete on ${name} for delete to ${TENANT_ROLE} using (${rule.write});
      create policy ${name}_across on ${name} to ${ACROSS_ROLE} using (true) with check (true);
      create policy ${name}_owner on ${name} to current_user using (true) with check (true);
      grant select, insert, update, delete on ${name} to ${TENANT_ROLE}, ${ACROSS_ROLE};
    `)
  }

  /**
   * The trigram indexes of a table's `search_text`: with its company, and without for a company with most of the rows and for all
   * companies. Without a pending list, which every search would have to read.
   */
  protected searchIndexes(table: string): void {
    this.schema.raw(`
      drop index if exists ${table}_search;
      create index ${table}_search on ${table} using gin (company_id, search_text gin_trgm_ops) with (fastupdate = off);
      create index ${table}_search_across on ${table} using gin (search_text gin_trgm_ops) with (fastupdate = off)`)
  }

  /**
   * Creates the search function of a table's list, for one company and `<name>_across` for all. It bypasses the policies, because trigram
   * indexes are not used under them. The table has `search_text` with its indexes (`searchIndexes`). Returns null for words that far more
   * rows have than are counted: the planner has no statistics of the text here, and an index would be read for all of them.
   */
  protected searchFunctions(name: string, table: string, { sharedRows = false, where = 'true' } = {}): void {
    // Physical order may correlate with the text, so a count is trusted only when at least this many of the sampled pages have a match.
    const [sampled, withOne, certainty] = [50, 12, 3]
    for (const [called, scope, role] of scopesOf(name, sharedRows))
      this.schema.raw(`
        create or replace function ${called}(patterns jsonb, most int) returns setof bigint language plpgsql stable security definer
          set search_path = public, pg_temp as $find$
          declare
            condition text := format('(%s) and ${where.replaceAll("'", "''")}', ${scope});
            word jsonb;
            pages float := (select relpages from pg_class where oid = '${table}'::regclass);
            many boolean;
          begin
            for word in select * from jsonb_array_elements(patterns) loop
              -- Each pattern as a literal, and or by or: of an array the planner does not know how many it finds.
              condition := condition || ' and (' || (select string_agg(format('search_text like %L', p), ' or ') from jsonb_array_elements_text(word) p) || ')';
            end loop;
            if pages > 1000 then
              execute format('select count(distinct split_part(ctid::text, '','', 1)) >= ${withOne} and count(*) * $1 >= $2 * ${certainty}
                from ${table} tablesample system (%s) repeatable (1) where %s', 100.0 * ${sampled} / pages, condition)
                into many using pages / ${sampled}, most;
              if many then
                return next null;
                return;
              end if;
            end if;
            return query execute 'select id from ${table} where ' || condition || ' limit $1' using most;
          end $find$;
        revoke all on function ${called}(jsonb, int) from public;
        grant execute on function ${called}(jsonb, int) to ${role}`)
  }

  /**
   * Creates `<table>_like` and `<table>_like_across` with their index: the words of a table (`word`) similar to a typed one. Bypasses the
   * policies, under which every word would be compared.
   */
  protected wordFunctions(table: string, { sharedRows = false } = {}): void {
    // Without a pending list, which every search after an import would have to read.
    this.schema.raw(
      `create index ${table}_likeness on ${table} using gin (${sharedRows ? '' : 'company_id, '}word gin_trgm_ops) with (fastupdate = off)`,
    )
    for (const [called, scope, role] of scopesOf(`${table}_like`, sharedRows))
      this.schema.raw(`
        create function ${called}(typed text, most int) returns setof text language plpgsql stable security definer
          set search_path = public, pg_temp set pg_trgm.similarity_threshold = ${ALIKE}
          -- Comparing is dearer than the planner thinks: of some thousands of words it would take each.
          set enable_seqscan = off as $like$
          begin
            return query execute 'select w.word from ${table} w where (' || ${scope} || ') and w.word % $1
              group by w.word order by similarity(w.word, $1) desc, w.word limit $2' using typed, most;
          end $like$;
        revoke all on function ${called}(text, int) from public;
        grant execute on function ${called}(text, int) to ${role}`)
  }

  /**
   * Creates a table with a row for each membership and the next end of its rows in another table (`ends`, null for none), by which lists of
   * people are sorted (`MemberOrder`). It repeats role and status, so that a page needs only its indexes. It is updated at the end of each
   * transaction with the member's row locked, so that concurrent changes are all counted. Passing time is applied on reading:
   * `<table>_of(members)` returns the ends of these, `<table>_settle()` updates all of the running scope.
   */
  protected memberEnds(table: string, options: MemberEnds): void {
    const { of, ends, type, counts, isAhead, maybePast } = options
    const own = `company_id = ${CURRENT_COMPANY}`
    const meant = (row: string) => `${row}.${ends} is not null and ${counts(row)}`
    const plpgsql = 'language plpgsql set search_path = public, pg_temp'
    this.schema.raw(`
      create table ${table} (
        -- The membership's.
        id bigint primary key,
        company_id bigint not null references core_companies (id) on delete cascade,
        role text not null,
        state text not null,
        ends ${type}
      )`)
    this.protect(table, { read: own, write: own })
    this.schema.raw(`
      insert into ${table} (company_id, id, role, state) select m.company_id, m.id, m.role, m.state from core_memberships m;
      update ${table} e set ends = ${nextEnd('e', options)};
      create index ${table}_up on ${table} (company_id, ends, id) include (role, state);
      create index ${table}_down on ${table} (company_id, ends desc nulls last, id desc) include (role, state);
      create index ${table}_up_across on ${table} (ends, id) include (role, state);
      create index ${table}_down_across on ${table} (ends desc nulls last, id desc) include (role, state)`)
    this.memberEndsSet(table, options)
    this.schema.raw(`
      create function ${table}_settle() returns void ${plpgsql} as $$
        declare
          -- Whom somebody else is settling comes right by them.
          past bigint[] := array(select e.id from ${table} e where e.ends < ${maybePast} and not ${isAhead('e.ends', 'e')} for update skip locked);
        begin
          if cardinality(past) > 0 then perform ${table}_set(past); end if;
        end $$;
      create function ${table}_of(members bigint[]) returns table (id bigint, ends ${type}) ${plpgsql} as $$
        begin
          perform ${table}_settle();
          return query select e.id, e.ends from ${table} e where e.id = any(members);
        end $$;

      create function ${table}_follow() returns trigger ${plpgsql} as $$
        begin
          if tg_op = 'DELETE' then perform ${table}_set(array[old.membership_id]);
          elsif tg_op = 'INSERT' or old.membership_id = new.membership_id then perform ${table}_set(array[new.membership_id]);
          else perform ${table}_set(array[old.membership_id, new.membership_id]);
          end if;
          return null;
        end $$;
      create constraint trigger ${table}_given after insert on ${of} deferrable initially deferred for each row
        when (${meant('new')}) execute function ${table}_follow();
      create constraint trigger ${table}_gone after delete on ${of} deferrable initially deferred for each row
        when (${meant('old')}) execute function ${table}_follow();
      create constraint trigger ${table}_changed after update on ${of} deferrable initially deferred for each row
        when ((old.membership_id, old.company_id, ${meant('old')}, old.${ends}) is distinct from (new.membership_id, new.company_id, ${meant('new')}, new.${ends}))
        execute function ${table}_follow();

      create function ${table}_member() returns trigger ${plpgsql} as $$
        begin
          if tg_op = 'DELETE' then
            delete from ${table} e where e.id = old.id;
          elsif tg_op = 'INSERT' then
            insert into ${table} (company_id, id, role, state) values (new.company_id, new.id, new.role, new.state);
          else
            update ${table} e set company_id = new.company_id, role = new.role, state = new.state where e.id = new.id;
          end if;
          return null;
        end $$;
      create trigger ${table}_member after insert or delete on core_memberships for each row execute function ${table}_member();
      create trigger ${table}_member_changed after update on core_memberships for each row
        when ((old.company_id, old.role, old.state) is distinct from (new.company_id, new.role, new.state))
        execute function ${table}_member()`)
  }

  /** Creates or replaces `<table>_set(members)`, which recalculates the next ends of these members. Part of `memberEnds`. */
  protected memberEndsSet(table: string, options: MemberEnds): void {
    this.schema.raw(`
      create or replace function ${table}_set(members bigint[]) returns void language plpgsql set search_path = public, pg_temp as $$
        declare
          member bigint;
        begin
          -- One at a time, in order: a plan for one member is made once, and one for an array each time.
          for member in select distinct m from unnest(members) m order by m loop
            perform from ${table} e where e.id = member for update;
            -- Looks anew, at what whoever held the row before has written.
            update ${table} e set ends = n.ends
              from (select ${nextEnd('s', options)} as ends from ${table} s where s.id = member) n
             where e.id = member and e.ends is distinct from n.ends;
          end loop;
        end $$`)
  }

  /** Drops what `memberEnds` made. */
  protected dropMemberEnds(table: string, of: string): void {
    this.schema.raw(`
      drop trigger ${table}_given on ${of};
      drop trigger ${table}_gone on ${of};
      drop trigger ${table}_changed on ${of};
      drop trigger ${table}_member on core_memberships;
      drop trigger ${table}_member_changed on core_memberships;
      drop function ${table}_member(), ${table}_follow(), ${table}_of(bigint[]), ${table}_settle(), ${table}_set(bigint[]);
      drop table ${table}`)
  }
}
