import { TenantSchema } from '#core/kit/schema'

/**
 * A trial of two subjects with part of the recipients. Their `variant` is drawn when the campaign starts. The others are held until the
 * better subject is chosen, and receive that one.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      -- The second subject by language; null: no trial. The share of recipients in the trial, in percent.
      alter table marketing_campaigns add column other_subjects jsonb, add column trial_share int check (trial_share between 1 and 50),
        add column trial_hours int check (trial_hours between 1 and 168), add column trial_ends_at timestamptz,
        add column chosen text check (chosen in ('a', 'b')), add column chosen_by_hand boolean not null default false;
      alter table marketing_recipients add column variant text check (variant in ('a', 'b'));
      alter table marketing_recipients drop constraint marketing_recipients_state_check;
      alter table marketing_recipients add constraint marketing_recipients_states check (state in ('waiting', 'held', 'sent', 'skipped'));
      create index marketing_recipients_held on marketing_recipients (campaign_id, company_id) where state = 'held';

      -- Selects the people of the trial by a hash of campaign and person, so the result is always the same.
      create function marketing_draw(campaign bigint) returns void language sql as $$
        with drawn as (
          select r.id, row_number() over (order by sha256(convert_to(campaign || '.' || r.membership_id, 'UTF8')), r.id) as place,
                 greatest(ceil(count(*) over () * c.trial_share / 100.0), 1) as each
            from marketing_recipients r join marketing_campaigns c on c.id = r.campaign_id
           where r.campaign_id = campaign and c.other_subjects is not null)
        update marketing_recipients r set variant = case when d.place <= d.each then 'a' when d.place <= 2 * d.each then 'b' end,
               state = case when d.place <= 2 * d.each then 'waiting' else 'held' end
          from drawn d where d.id = r.id and r.state = 'waiting' $$;

      -- Ends a campaign without waiting recipients, or lets it wait for the end of its trial.
      create or replace function marketing_finish(campaign bigint) returns void language sql security definer set search_path = public, pg_temp as $$
        update marketing_campaigns c
           set state = case when h.held then c.state else 'done' end, finished_at = case when h.held then null else clock_timestamp() end,
               trial_ends_at = case when h.held then coalesce(c.trial_ends_at, clock_timestamp() + make_interval(hours => c.trial_hours)) else c.trial_ends_at end
          from (select exists (select from marketing_recipients r where r.campaign_id = campaign and r.state = 'held') as held) h
         where c.id = campaign and c.state = 'sending'
           and not exists (select from marketing_recipients r where r.campaign_id = campaign and r.state = 'waiting') $$;

      -- Ends the trial: releases the held recipients with the subject that has more clicks per mail (the first if equal). Locks the
      -- campaign like marketing_take, so that a second call waits and finds the choice made.
      create function marketing_choose(campaign bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
        declare
          better text;
        begin
          perform from marketing_campaigns where id = campaign and state = 'sending' and chosen is null and trial_ends_at <= clock_timestamp() for update;
          if not found then return; end if;
          select case when coalesce(avg((clicked_at is not null)::int) filter (where variant = 'b'), 0) >
                           coalesce(avg((clicked_at is not null)::int) filter (where variant = 'a'), 0) then 'b' else 'a' end
            into better from marketing_recipients where campaign_id = campaign and state = 'sent';
          update marketing_campaigns set chosen = better where id = campaign;
          update marketing_recipients set state = 'waiting' where campaign_id = campaign and state = 'held';
        end $$;

      revoke all on function marketing_choose(bigint) from public;
      grant execute on function marketing_choose(bigint) to platform_tenant`)
  }

  async down() {
    throw new Error('The function marketing_finish before this one is in 0741_marketing.')
  }
}
