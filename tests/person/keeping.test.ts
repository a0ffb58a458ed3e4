import { drivers } from './drivers.ts';
import { testDrivers } from './driving.ts';

testDrivers(drivers.keeping);
