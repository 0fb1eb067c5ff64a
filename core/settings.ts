import { TAG_MANAGER_ID } from './config/settings.js'
import { LANGUAGES } from './contract/languages.js'
import { defineSettings } from './contract/settings.js'
import { PLATFORM_ZONE, TIME_ZONES } from './i18n/zones.js'
import { THEME_IDS } from '../themes/surfaces.js'

/** Days that every company keeps its mails at least. */
export const SHORTEST_MAIL_DAYS = 90

/**
 * What every company has, whatever is on: its names, address, look and what
 * core itself asks. They stand in columns of core_companies: pages and mails
 * read them in the one statement that finds the company, lists search and sort
 * by them, and the mail statement joins `no_direct_communication` (decision 0055).
 * A field that no SQL asks for needs no column.
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
    // By whose clocks its days begin: lists, due days, expiry, mails, reports and certificates.
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
  // Changed by itself, after it was said what that stops (company_status.ts).
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
    // The login page puts forward what there is instead.
    browser: true,
  },
  // Its own domain, which leads here: whoever looks there looks at this company's site.
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
    // What it loads runs on the platform's own address.
    platform: true,
    column: 'tag_manager_id',
  },
  // Empty: nobody is erased for staying away (core/privacy/retention.ts).
  { key: 'retention_months', kind: 'number', min: 6, max: 120, group: 'retention', half: true },
  { key: 'retention_notice_days', kind: 'number', min: 14, max: 90, default: 30, required: true, group: 'retention', half: true },
  // What was mailed, and stands in people's lists (core/mail/clean.ts).
  { key: 'mail_days', kind: 'number', min: SHORTEST_MAIL_DAYS, max: 730, default: 180, required: true, group: 'retention', half: true },
])
