import type pg from 'pg'
import { superuserOfTest } from './superuser.js'

export interface CutOff {
  /** Reads and changes the whole database of the test, bypassing its row policies. */
  superuser: pg.Client
  /** After this number of writes (from 1) the next statement fails, or its connection dies as with kill -9. */
  after(writes: number, dies: boolean): Promise<void>
  /** Transactions that start from now on are not disturbed. */
  never(): Promise<void>
  stop(): Promise<void>
}

/**
 * Makes acts fail after each of their writes in turn, to prove that they are atomic.
 * @param tables whose writes are counted; name all of them, because an uncounted write is never the last
 */
export async function cutOff(tables: readonly string[]): Promise<CutOff> {
  const superuser = await superuserOfTest()
  // A sequence ignores rollbacks, so it counts the writes of the current try.
  await superuser.query(`
    create sequence cut_writes;
    create table cut_after (writes int not null, dies boolean not null);
    create function cut_off() returns trigger language plpgsql security definer set search_path = public as $$
    declare
      cut record;
    begin
      select * into cut from cut_after;
      if found and nextval('cut_writes') = cut.writes then
        if cut.dies then perform pg_terminate_backend(pg_backend_pid()); end if;
        raise exception 'cut off after write %', cut.writes;
      end if;
      return null;
    end $$;
    ${tables.map((table) => `create trigger zz_cut_off after insert or update or delete on ${table} execute function cut_off();`).join('\n')}`)
  return {
    superuser,
    after: async (writes, dies) => {
      await superuser.query(`delete from cut_after; alter sequence cut_writes restart; insert into cut_after values (${writes}, ${dies})`)
    },
    never: async () => {
      await superuser.query('delete from cut_after')
    },
    stop: () => superuser.end(),
  }
}
