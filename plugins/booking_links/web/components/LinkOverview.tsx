import { Box, Button, Stack, Typography } from '@mui/material'
import { api, useApiQuery } from '#web/api'
import { languageName, useFormat, useT } from '#web/i18n'
import { download } from '#web/session'
import { ChartFrame, FactList, Icon, KpiTile, Section } from '#web/ui'
import type { ShownLink } from '../pages/LinkPage.js'
import { usePriceWords } from '../use_price_words.js'

const COUNTED = [
  ['visits', 'link'],
  ['started', 'not_started'],
  ['booked', 'receipt'],
  ['paid', 'success'],
  ['passed', 'badge'],
] as const
const FORMATS = ['png', 'svg', 'pdf'] as const

/** The address with its QR code, the numbers, and the settings of the link. */
export function LinkOverview({ link }: { link: ShownLink }) {
  const t = useT()
  return (
    <Stack sx={{ gap: 5 }}>
      <Section title={t('booking_links.link.address')} text={t('booking_links.link.address_text')}>
        <Typography sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>{link.address}</Typography>
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          {FORMATS.map((format) => (
            <Button
              key={format}
              variant="outlined"
              startIcon={<Icon name="qr" />}
              onClick={() => void download(`/api/booking_links/links/${link.id}/qr/${format}`)}
            >
              {t(`booking_links.qr.${format}`)}
            </Button>
          ))}
        </Stack>
      </Section>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(5, 1fr)' } }}>
        {COUNTED.map(([key, icon]) => (
          <KpiTile key={key} label={t(`booking_links.field.${key}`)} value={link[key]} icon={icon} />
        ))}
      </Box>
      <Days link={link.id} />
      <Section title={t('booking_links.link.about')}>
        <About link={link} />
      </Section>
    </Stack>
  )
}

function About({ link }: { link: ShownLink }) {
  const t = useT()
  const format = useFormat()
  const priceWords = usePriceWords()
  const name = ({ name: course, gone }: ShownLink['names'][number]) => (gone ? t('booking_links.link.gone', { course }) : course)
  const moments = [link.city, link.language && languageName(link.language), link.month && format.month(link.month)].filter(Boolean)
  return (
    <FactList
      facts={[
        { label: t('booking_links.field.courses'), value: link.names.map(name).join('\n') },
        { label: t('booking_links.field.target'), value: t(link.type ? `booking_links.type.${link.type}` : 'booking_links.any_type') },
        {
          label: t('booking_links.field.price'),
          value: priceWords({ kind: link.price_kind, value: link.price_value }) ?? t('booking_links.price_kind.list'),
        },
        { label: t('booking_links.link.moments'), value: moments.join(', ') || t('booking_links.link.all_moments') },
        {
          label: t('booking_links.field.expires_on'),
          value: link.expires_on ? format.day(link.expires_on) : t('booking_links.link.never'),
        },
        {
          label: t('booking_links.link.uses'),
          value: link.max_uses
            ? t('booking_links.link.uses_of', { used: link.used, most: link.max_uses })
            : t('booking_links.link.uses_free', { used: link.used }),
        },
        ...(link.reserved
          ? [
              {
                label: t('booking_links.link.reserved'),
                value: t('booking_links.link.reserved_of', {
                  ...{ left: link.reserved.seats_left, seats: link.reserved_seats },
                  ...{ place: `${link.reserved.location}, ${link.reserved.city}`, time: format.dateTime(link.reserved.starts_at) },
                }),
              },
            ]
          : []),
        ...(link.min_people > 1
          ? [{ label: t('booking_links.link.min_people'), value: t('booking_links.link.min_people_of', { count: link.min_people }) }]
          : []),
        { label: t('booking_links.link.registration'), value: t(link.registration ? 'core.table.yes' : 'core.table.no') },
      ]}
    />
  )
}

/** Visits by day. */
function Days({ link }: { link: number }) {
  const t = useT()
  const format = useFormat()
  const { data, isPending } = useApiQuery(['booking_links', 'days', link], () => api.bookingLinks.days.index({ params: { id: link } }))
  const days = data?.data ?? []
  if (!isPending && !days.length) return null
  const total = days.reduce((sum, { visits }) => sum + visits, 0)
  return (
    <ChartFrame
      kind="bar"
      title={t('booking_links.link.days')}
      summary={t('booking_links.link.days_summary', { visits: total, days: days.length })}
      categories={days.map(({ day }) => format.day(day))}
      series={[
        { label: t('booking_links.field.visits'), values: days.map(({ visits }) => visits) },
        { label: t('booking_links.field.started'), values: days.map(({ started }) => started) },
      ]}
      whole
      loading={isPending}
    />
  )
}
