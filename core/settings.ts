import { TAG_MANAGER_ID } from './config/settings.js'
import { LANGUAGES } from './contract/languages.js'
import { defineSettings } from './contract/settings.js'
import { PLATFORM_ZONE, TIME_ZONES } from './i18n/zones.js'
import { THEME_IDS } from '../themes/surfaces.js'

/** The minimum number of days that every company stores its mails. */
export const SHORTEST_MAIL_DAYS = 90

/**
 * The settings of every company, whatever plugins are on: names, address, branding and core's own questions. They are columns of
 * core_companies: pages and mails read them in the statement that finds the company, lists search and sort by them, and the mail statement
 * joins `no_direct_communication` (decision 0055). A field that no SQL needs has no column.
 */
export const coreSettings = defineSettings('core', [
  { key: 'name', kind: 'line', max: 200, group: 'names', required: true, column: 'name' },
  { key: 'legal_name', kind: 'line', max: 200, group: 'names', required: true, column: 'legal_name' },
  { key: 'sender_name', kind: 'line', max: 200, group: 'names', required: true, half: true, column: 'sender_name' },
  { key: 'abbreviation', kind: 'line', max: 20, group: 'names', half: true, column: 'abbreviation' },
  { key: 'logo', kind: 'image', group: 'look', column: 'logo_file' },
  { key: 'favicon', kind: 'image', group: 'look', column: 'favicon_file' },
  { key: 'primary_color', kind: 'color', group: 'look', required: true, half: true, column: 'primary_color' },
  { key: 'secondary_color', kind: 'color', group: 'look', required: true, half: true, column: 'secondary_color' },
  { key: 'theme', kind: 'choice', options: THEME_IDS, default: 'base', required: true, group: 'look', half: true, column: 'theme' },
  {
    key: 'default_language',
    kind: 'choice',
    options: LANGUAGES,
    default: 'nl',
    required: true,
    group: 'look',
    half: true,
    column: 'default_language',
  },
  {
    // The time zone of its days: lists, due days, expiry, mails, reports and certificates.
    key: 'time_zone',
    kind: 'choice',
    options: TIME_ZONES,
    default: PLATFORM_ZONE,
    required: true,
    group: 'look',
    half: true,
    column: 'time_zone',
  },
  { key: 'street', kind: 'line', max: 200, group: 'address', required: true, column: 'street' },
  { key: 'postal_code', kind: 'line', max: 200, group: 'address', required: true, half: true, column: 'postal_code' },
  { key: 'city', kind: 'line', max: 200, group: 'address', required: true, half: true, column: 'city' },
  { key: 'country', kind: 'line', max: 200, group: 'address', required: true, column: 'country' },
  // Changed on its own screen, which first shows the consequences (company_status.ts).
  {
    key: 'status',
    kind: 'choice',
    options: ['active', 'inactive'],
    default: 'active',
    required: true,
    group: 'access',
    platform: true,
    own: true,
    column: 'status',
  },
  {
    key: 'second_factor',
    kind: 'choice',
    options: ['off', 'allowed', 'demanded'],
    default: 'off',
    required: true,
    group: 'access',
    column: 'second_factor',
  },
  {
    key: 'password_sign_in',
    kind: 'choice',
    options: ['everybody', 'supervisors'],
    default: 'everybody',
    required: true,
    group: 'access',
    column: 'password_sign_in',
    // The sign-in page then offers only the other ways.
    browser: true,
  },
  // Its own domain, which points here. It shows only this company's site.
  {
    key: 'site_host',
    kind: 'line',
    max: 253,
    pattern: '[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+',
    rule: 'host',
    group: 'access',
    platform: true,
    column: 'site_host',
  },
  { key: 'no_direct_communication', kind: 'flag', group: 'access', column: 'no_direct_communication' },
  {
    key: 'platform_branding',
    kind: 'flag',
    group: 'access',
    platform: true,
    column: 'platform_branding',
    identifiedAs: 'has_platform_branding',
  },
  {
    key: 'tag_manager_id',
    kind: 'line',
    max: 20,
    upperCase: true,
    pattern: TAG_MANAGER_ID.source,
    rule: 'tag_manager_id',
    group: 'access',
    // Scripts from here run on the platform's own origin.
    platform: true,
    column: 'tag_manager_id',
  },
  // Empty: nobody is erased for being inactive (core/privacy/retention.ts).
  { key: 'retention_months', kind: 'number', min: 6, max: 120, group: 'retention', half: true },
  { key: 'retention_notice_days', kind: 'number', min: 14, max: 90, default: 30, required: true, group: 'retention', half: true },
  // Sent mails, which are in people's lists (core/mail/clean.ts).
  { key: 'mail_days', kind: 'number', min: SHORTEST_MAIL_DAYS, max: 730, default: 180, required: true, group: 'retention', half: true },
])
