import { followCapacity } from './followRun.ts';
import { command, flagOption, profileMeant, profileRequest, shown, textOption, textsOption } from './options.ts';
import { printRun } from './print.ts';
import { fleetRequest, runRequest, withFleet, withRun } from './runOptions.ts';

/** `canvass capacity`: how many respondents a second one datacenter or several carry within their SLO. */
export const capacityCommand = command(
  'capacity [profile]',
  'Find the highest arrival rate that a service carries within its SLO',
  (cli) =>
    withFleet(withRun(cli))
      .option('peak', textOption('peak', 'Peak expected of each datacenter: 120/s, 7200/min, 432000/h'))
      .option('headroom', textOption('headroom', 'Reserve wanted above the peak (capacity.headroom, else 30%)'))
      .option('together', flagOption('Measure all datacenters at the same time; they share this generator'))
      .option('combine', { ...textsOption('Sends nothing: puts saved results into one table'), array: true })
      .example(
        shown({
          'capacity capacity': 'the embedded service, by the profile of this name',
          'capacity --datacenter eu,us --peak 120/s --headroom 30%': 'is it enough, in both?',
          'capacity --combine reports/*/result.json --peak 150/s': 'what earlier runs say of another peak',
        }),
      ),
  async (options) => {
    const { capacity, combineCapacities } = await import('../runs/capacity.ts');
    const { out, together, combine, peak = null, headroom = null } = options;
    const expected = { peak, headroom };
    const measured = async () => {
      const profile = profileRequest(profileMeant(options, 'capacity'), options);
      const wanted = { ...expected, ...runRequest(options), profile, out, together, fleet: fleetRequest(options) };
      return await followCapacity((watch) => capacity(wanted, watch), options);
    };
    await printRun(combine.length > 0 ? await combineCapacities(combine, out, expected) : await measured(), options);
  },
);
