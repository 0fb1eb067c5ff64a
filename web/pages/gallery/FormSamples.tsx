import { Stack } from '@mui/material'
import { ApiError } from '#web/api'
import {
  check,
  CheckInput,
  ColorInput,
  DayInput,
  Form,
  FormActions,
  LanguagesInput,
  PersonPicker,
  RadioInput,
  RepeatedFields,
  SearchInput,
  Section,
  SelectInput,
  TextInput,
} from '#web/ui'

const CITIES = ['Amsterdam', 'Den Helder', 'Rotterdam', 'Utrecht', 'Vlissingen'].map((city) => ({ value: city.toLowerCase(), label: city }))

/** A fresh form, and one that the server refused. */
export function FormSamples() {
  return (
    <Stack sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'repeat(auto-fit, minmax(min(340px, 100%), 1fr))', alignItems: 'start' }}>
      <Section title="Deelnemer toevoegen">
        <Form
          initialValues={{
            firstname: 'Sanne',
            email: '',
            role: '',
            city: '',
            skills: [] as string[],
            gender: 'female',
            terms: false,
            color: '#F2A900',
            days: '30',
            start: '2026-01-31' as string | null,
            mentor: null as number | null,
            remark: '',
          }}
          guard={false}
          validate={(values) => [check.required(values, 'email'), check.email(values, 'email'), check.required(values, 'terms')]}
          onSubmit={() => Promise.reject(new ApiError(422, 'validation_failed', [{ field: 'email', rule: 'already_in_use' }]))}
        >
          <TextInput name="firstname" label="Voornaam" autoComplete="given-name" required />
          <TextInput name="email" type="email" label="E-mailadres" required help="Hier gaat de uitnodiging heen." />
          <TextInput name="days" type="number" label="Toegang" suffix="dagen" required />
          <DayInput name="start" label="Eerste dag" min="2020-01-01" help="Vanaf deze dag kan iemand beginnen." />
          <PersonPicker name="mentor" label="Begeleider" role="beheerder" />
          <SelectInput
            name="role"
            label="Rol"
            required
            options={[
              { value: 'leerling', label: 'Deelnemer' },
              { value: 'beheerder', label: 'Beheerder' },
            ]}
          />
          <SearchInput name="city" label="Vestiging" options={CITIES} />
          <SearchInput name="skills" label="Vestigingen" options={CITIES} multiple />
          <ColorInput name="color" label="Kleur" required />
          <RadioInput
            name="gender"
            label="Geslacht"
            options={[
              { value: 'female', label: 'Vrouw' },
              { value: 'male', label: 'Man' },
              { value: 'unknown', label: 'Onbekend' },
            ]}
          />
          <TextInput name="remark" label="Opmerking" rows={3} />
          <CheckInput name="terms" label="Ik ga akkoord met de voorwaarden" required />
          <FormActions submitLabel="Deelnemer toevoegen" onCancel={() => undefined} />
        </Form>
      </Section>
      <Section title="Herhaald en per taal">
        <Form
          initialValues={{ welcome: { nl: 'Welkom' }, contacts: [{ name: 'Noor', email: 'noor@noordwind.example' }] }}
          guard={false}
          onSubmit={() => Promise.reject(new ApiError(422, 'validation_failed', [{ field: 'contacts.0.email', rule: 'already_in_use' }]))}
        >
          <LanguagesInput name="welcome" label="Welkomsttekst" maxLength={80} />
          <RepeatedFields
            name="contacts"
            label="Contactpersonen"
            itemLabel={(number) => `Contactpersoon ${number}`}
            addLabel="Contactpersoon toevoegen"
            empty={{ name: '', email: '' }}
            max={3}
          >
            {(prefix) => (
              <>
                <TextInput name={`${prefix}name`} label="Naam" required autoComplete="off" />
                <TextInput name={`${prefix}email`} label="E-mailadres" type="email" required autoComplete="off" />
              </>
            )}
          </RepeatedFields>
          <FormActions />
        </Form>
      </Section>
      <Section title="Door de server geweigerd" text="Druk op opslaan">
        <Form
          initialValues={{ name: 'Noordwind', street: '', password: 'geheim', founded: null as string | null }}
          guard={false}
          onSubmit={() =>
            Promise.reject(
              new ApiError(422, 'validation_failed', [
                { field: 'street', rule: 'required' },
                { field: 'founded', rule: 'day_max', meta: { day: '2026-01-31' } },
                { field: 'password', rule: 'minLength', meta: { min: 8 } },
              ]),
            )
          }
        >
          <TextInput name="name" label="Bedrijfsnaam" required />
          <TextInput name="street" label="Straat en huisnummer" required />
          <DayInput name="founded" label="Opgericht op" required />
          <TextInput name="password" type="password" label="Wachtwoord" required />
          <CheckInput name="mails" label="Mails ontvangen" look="switch" />
          <FormActions />
        </Form>
      </Section>
    </Stack>
  )
}
