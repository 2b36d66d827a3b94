import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type SandboxSearch, sandboxSearch } from '../sandbox-search.ts';
import { type Customer, FIRST_CUSTOMER, readCustomers, withCustomer, withoutCustomer } from './customers.ts';

const KEY = 'parley.sandbox.customers';

export interface CustomersInPage {
  customers: readonly Customer[];
  /** Whom one plays. */
  chosen: Customer;
  choose(number: string): void;
  /** Plays them from now on, in the place of the dialog that asked who. */
  add(customer: Customer): void;
  /** Keeps whom one plays no longer, and plays the first of the others; undefined where they are not kept, or alone. */
  forget: (() => void) | undefined;
}

/** Whom one plays in the sandbox: kept in this browser, chosen in the address. */
export function useCustomers(): CustomersInPage {
  const { customer: number } = useSearch({ from: '/console/sandbox' });
  const navigate = useNavigate({ from: '/sandbox' });
  const [customers, setCustomers] = useState(() => readCustomers(localStorage.getItem(KEY)));
  const linked = number === undefined ? undefined : customers.find((one) => one.number === number);
  const stranger = number === undefined ? undefined : { number, name: '' };
  const choose = (customer: string): void => {
    void navigate({ search: (before) => sandboxSearch({ ...before, customer, reachable: undefined }) });
  };
  const keep = (all: Customer[]): void => {
    localStorage.setItem(KEY, JSON.stringify(all));
    setCustomers(all);
  };
  const chosen = linked ?? stranger ?? customers[0] ?? FIRST_CUSTOMER;
  const others = withoutCustomer(customers, chosen.number);
  const isKept = others.length < customers.length;
  return {
    customers: linked === undefined && stranger !== undefined ? [...customers, stranger] : customers,
    chosen,
    choose,
    add: (customer) => {
      keep(withCustomer(customers, customer));
      const search = (before: SandboxSearch) =>
        sandboxSearch({ ...before, customer: customer.number, reachable: undefined, open: null });
      void navigate({ search, replace: true, ignoreBlocker: true });
    },
    forget:
      isKept && others.length > 0
        ? () => {
            keep(others);
            void navigate({
              search: (before) => ({ ...before, customer: undefined, reachable: undefined }),
              replace: true,
            });
          }
        : undefined,
  };
}
