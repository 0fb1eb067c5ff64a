import { Box, Button, Stack } from '@mui/material'
import { useState } from 'react'
import { api } from '#web/api'
import { languageName, useFormat, useT } from '#web/i18n'
import { check, CheckInput, DayInput, Form, FormActions, SearchInput, SelectInput, TextInput, useFormState, useToast } from '#web/ui'
import { PRICE_KINDS } from '../../contract/price.js'
import type { LinkDetail } from '../../server/transformers/link_transformer.js'
import { bodyOf, isMinPeople, isPrice, isReserved, isUses, type LinkValues, valuesOf } from '../link_values.js'
import { linksChanged, useCompanies, useOptions } from '../queries.js'

interface LinkFormProps {
  /** The link to change; null creates a new one. */
  link: LinkDetail | null
  /** A link whose values prefill a new one. */
  like?: LinkDetail | null
  onDone: (link: LinkDetail) => void
}

const TYPES = ['elearning', 'elearning_exam', 'exam'] as const

/** Form to create or change a link: its audience, its courses, and its price. */
export function LinkForm({ link, like = null, onDone }: LinkFormProps) {
  const t = useT()
  const toast = useToast()
  const companies = useCompanies()
  return (
    <Form<LinkValues, { data: LinkDetail }>
      part="booking_links"
      draftKey={`booking_links.${link?.id ?? (like ? `like_${like.id}` : 'new')}`}
      initialValues={link ? valuesOf(link) : { ...valuesOf(like), campaign: '' }}
      {...(link && { version: link.updated_at })}
      valuesOf={(current) => valuesOf(current as unknown as LinkDetail)}
      validate={(values) => [
        check.required(values, 'campaign'),
        check.required(values, 'company'),
        check.required(values, 'courses'),
        check.when(!isPrice(values), 'price', values.price_kind === 'percent' ? 'percent' : 'amount'),
        check.when(!isUses(values), 'max_uses', 'uses'),
        check.when(!isReserved(values), 'reserved_seats', 'seats'),
        check.when(!isMinPeople(values), 'min_people', 'min_people'),
      ]}
      onSubmit={(values, { version }) => {
        const body = bodyOf(values)
        return link
          ? api.bookingLinks.links.update({ params: { id: link.id }, body: { ...body, updated_at: version! } })
          : api.bookingLinks.links.create({ body: { ...body, company: Number(values.company) } })
      }}
      onSuccess={({ data }) => {
        toast.success(t('booking_links.form.saved'))
        linksChanged()
        onDone(data)
      }}
    >
      {({ values }) => (
        <Stack sx={{ gap: 4 }}>
          <TextInput
            name="campaign"
            label={t('booking_links.field.campaign')}
            help={t('booking_links.form.campaign_help')}
            required
            autoFocus={!link}
            maxLength={150}
          />
          {!link && <SearchInput name="company" label={t('booking_links.field.company')} options={companies} required />}
          <Target values={values} link={link ?? like} />
          <Price values={values} />
          <More values={values} isNew={!link && !like} link={link ?? like} />
          <FormActions submitLabel={t('booking_links.form.save')} />
        </Stack>
      )}
    </Form>
  )
}

/** The courses, and the kind of booking. */
function Target({ values, link }: { values: LinkValues; link: LinkDetail | null }) {
  const t = useT()
  const { courses, loading } = useOptions(Number(values.company) || null, [])
  const gone = (link?.names ?? []).filter(({ id }) => !courses.some(({ value }) => value === String(id)))
  const options = [...courses, ...gone.map(({ id, name }) => ({ value: String(id), label: name }))]
  return (
    <>
      <SearchInput
        name="courses"
        label={t('booking_links.field.courses')}
        {...(!values.company && { help: t('booking_links.form.company_first') })}
        multiple
        required
        options={values.company ? options : []}
        loading={loading}
      />
      <SelectInput
        name="type"
        label={t('booking_links.field.target')}
        help={t('booking_links.form.type_help')}
        options={TYPES.map((value) => ({ value, label: t(`booking_links.type.${value}`) }))}
      />
    </>
  )
}

function Price({ values }: { values: LinkValues }) {
  const t = useT()
  const kind = values.price_kind
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      <SelectInput
        name="price_kind"
        label={t('booking_links.field.price')}
        required
        options={PRICE_KINDS.map((value) => ({ value, label: t(`booking_links.price_kind.${value}`) }))}
      />
      {kind !== 'list' && (
        <TextInput
          name="price"
          label={t(`booking_links.form.price_${kind}`)}
          help={t('booking_links.form.price_help')}
          required
          inputMode="decimal"
          maxLength={12}
        />
      )}
    </Box>
  )
}

/** Options that few links need, below a button. */
function More({ values, isNew, link }: { values: LinkValues; isNew: boolean; link: LinkDetail | null }) {
  const t = useT()
  const format = useFormat()
  const { setValue } = useFormState()
  const [open, setOpen] = useState(!isNew)
  const { cities, languages, months, moments } = useOptions(Number(values.company) || null, values.courses)
  if (!open)
    return (
      <Button onClick={() => setOpen(true)} sx={{ alignSelf: 'flex-start' }}>
        {t('booking_links.form.more')}
      </Button>
    )
  // A selected value stays an option, even if there is no such exam any more.
  const withOwn = (all: readonly string[], own: string) => (own && !all.includes(own) ? [...all, own] : all)
  const choice = (name: 'city' | 'language' | 'month', all: readonly string[], word: (value: string) => string) => (
    <SelectInput
      name={name}
      label={t(`booking_links.field.${name}`)}
      options={withOwn(all, values[name]).map((value) => ({ value, label: word(value) }))}
    />
  )
  return (
    <>
      {values.type !== 'elearning' && (
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' } }}>
          {choice('city', cities, String)}
          {choice('language', languages, languageName)}
          {choice('month', months, format.month)}
        </Box>
      )}
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <DayInput name="expires_on" label={t('booking_links.field.expires_on')} help={t('booking_links.form.expires_help')} />
        <TextInput
          name="max_uses"
          label={t('booking_links.field.max_uses')}
          help={t('booking_links.form.uses_help')}
          inputMode="numeric"
          maxLength={5}
        />
      </Box>
      {values.expires_on !== null && (
        <Button onClick={() => setValue('expires_on', null)} sx={{ alignSelf: 'flex-start' }}>
          {t('booking_links.form.no_expiry')}
        </Button>
      )}
      {values.type !== 'elearning' && <Reserved values={values} moments={moments} link={link} />}
      <TextInput
        name="min_people"
        label={t('booking_links.field.min_people')}
        help={t('booking_links.form.min_people_help')}
        inputMode="numeric"
        maxLength={3}
      />
      <CheckInput
        name="registration"
        look="switch"
        label={t('booking_links.form.registration')}
        help={t('booking_links.form.registration_help')}
      />
      <CheckInput name="is_on" look="switch" label={t('booking_links.form.is_on')} />
    </>
  )
}

interface ReservedProps {
  values: LinkValues
  moments: ReturnType<typeof useOptions>['moments']
  link: LinkDetail | null
}

/** Seats of one exam moment that only bookings through the link can take. */
function Reserved({ values, moments, link }: ReservedProps) {
  const t = useT()
  const format = useFormat()
  // A chosen moment stays an option, even if it can no longer be booked.
  const gone = link?.moment_id && link.reserved && !moments.some(({ id }) => id === link.moment_id)
  const all = gone ? [...moments, { ...link.reserved!, id: link.moment_id! }] : moments
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr' } }}>
      <SelectInput
        name="moment_id"
        label={t('booking_links.field.moment_id')}
        help={t('booking_links.form.moment_help')}
        options={all.map(({ id, city, location, starts_at: at, seats_left: seats }) => ({
          value: String(id),
          label: t('booking_links.form.moment', { place: `${location}, ${city}`, time: format.dateTime(at), seats }),
        }))}
      />
      {values.moment_id !== '' && (
        <TextInput
          name="reserved_seats"
          label={t('booking_links.field.reserved_seats')}
          help={t('booking_links.form.reserved_help')}
          required
          inputMode="numeric"
          maxLength={4}
        />
      )}
    </Box>
  )
}
